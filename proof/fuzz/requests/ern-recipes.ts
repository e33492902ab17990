import { newRelease, purge } from '../../../test/ern/message-builder.js'
import type { Node } from '../checks/contract.js'
import { type BaseRequest, type RecipeContext, randomLetters, randomUpc, runDue } from './recipes.js'

const MEBIBYTE = 1024 * 1024

/** A message about a release that no other message is about. Its files are seeded, so it is delivered at once. */
function messageText({ random }: RecipeContext): string {
  const options = {
    messageId: randomLetters(random, 12),
    releaseId: `<ICPN>${randomUpc(random)}</ICPN>`,
    created: '2024-12-01T00:00:00Z',
    version: random.pick(['4.1', '4.1.1', '4.2', '4.3', '4.3.1', '4.3.2'] as const),
  }
  if (random.percent(10)) return purge(options)
  const uri = random.pick(['muted-quarry.wav', 'new.wav', 'new.mp3'])
  return newRelease({ ...options, recordings: [{ uri, isrc: null }] })
}

/** Valid requests for the operations that take and return ERN messages. */
export function ernRecipes(context: RecipeContext): Record<string, () => Promise<BaseRequest[]>> {
  const { tier, perform, baseRequest, driver } = context
  const send = async (text = messageText(context)) => {
    const message = await perform('sendErnMessage', { body: Buffer.from(text) })
    return { id: message.id as string, text }
  }
  const forEnterprise = (id: string, recipe: () => Promise<BaseRequest[]>, path = {}) =>
    tier === 'enterprise' ? recipe : async () => [baseRequest(id, 403, { path })]
  const message = (status: number, text: string, more: object = {}) =>
    baseRequest('sendErnMessage', status, { body: Buffer.from(text), ...more })

  return {
    sendErnMessage: async () => {
      if (tier === 'standard') return [message(403, messageText(context))]
      const { text } = await send()
      const fresh = messageText(context)
      return [
        message(202, fresh),
        message(202, messageText(context), { query: { delivery: 'none' } }),
        message(202, messageText(context), { headers: { 'content-type': 'text/xml' } }),
        message(200, text),
        message(409, text.replace('</MessageHeader>', '\n</MessageHeader>')),
        message(400, fresh.slice(0, -20)),
        message(400, fresh.replace('\n', '\n<!DOCTYPE x>')),
        message(422, fresh.replaceAll('ReleaseMessage', 'Message')),
        message(422, fresh.replace(/<MessageId>.*\n/, '')),
        message(413, fresh, { headers: { 'content-length': String(20 * MEBIBYTE) } }),
        message(415, fresh, { headers: { 'content-type': 'text/html' } }),
      ]
    },
    listErnMessages: forEnterprise('listErnMessages', async () => {
      await send()
      await send()
      const { next_cursor } = await perform('listErnMessages', { query: { limit: '1' } })
      return [
        baseRequest('listErnMessages', 200, { query: { status: 'received', message_type: 'NewReleaseMessage' } }),
        baseRequest('listErnMessages', 200, { query: { limit: '1', cursor: next_cursor as string } }),
        baseRequest('listErnMessages', 200, { query: { release_id: 'rel_seed_01' } }),
      ]
    }),
    getErnMessage: forEnterprise('getErnMessage', async () => [
      baseRequest('getErnMessage', 200, { path: { ern_message_id: (await send()).id } }),
    ]),
    getErnAcknowledgement: forEnterprise('getErnAcknowledgement', async () => {
      const [early, processed] = [(await send()).id, (await send()).id]
      await runDue(driver, '5m')
      const late = (await send()).id
      return [
        baseRequest('getErnAcknowledgement', 200, { path: { ern_message_id: early } }),
        baseRequest('getErnAcknowledgement', 200, { path: { ern_message_id: processed } }),
        baseRequest('getErnAcknowledgement', 409, { path: { ern_message_id: late } }),
      ]
    }),
    exportReleaseErn: forEnterprise('exportReleaseErn', async () => {
      const { id } = await send(newReleaseText(context))
      await runDue(driver, '5m')
      const imported: Node = await perform('getErnMessage', { path: { ern_message_id: id } })
      return [
        baseRequest('exportReleaseErn', 200, { path: { release_id: imported.release_id as string } }),
        baseRequest('exportReleaseErn', 200, {
          path: { release_id: 'rel_seed_01' },
          query: { message_type: 'PurgeReleaseMessage', version: '4.3' },
        }),
      ]
    }),
  }
}

const newReleaseText = ({ random }: RecipeContext): string =>
  newRelease({
    messageId: randomLetters(random, 12),
    releaseId: `<ICPN>${randomUpc(random)}</ICPN>`,
    created: '2024-12-01T00:00:00Z',
  })
