import { createApp } from './app.js'

const {
  MDS_URL = 'http://127.0.0.1:4010',
  MDS_KEY = 'sk_sandbox_standard_demo',
  WEBHOOK_SECRET = 'whsec_partner',
  PORT = '3000',
  APP_URL,
} = process.env

const { server, register } = createApp({ url: MDS_URL, key: MDS_KEY, secret: WEBHOOK_SECRET })
server.listen(Number(PORT), async () => {
  const address = APP_URL ?? `http://127.0.0.1:${server.address().port}`
  const { status } = await register(address)
  console.log(`Listening at ${address}, ${status} by ${MDS_URL}`)
})
