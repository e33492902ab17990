import { describe, expect, test } from 'vitest'
import { addressFault, guardedLookup, urlFault } from '../../src/webhooks/egress.js'

const METADATA = [
  'http://169.254.169.254/latest/meta-data',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://0251.0376.0251.0376/',
  'http://169.254.169.254.:80/',
  'http://[::ffff:169.254.169.254]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[::169.254.169.254]/',
  'http://[64:ff9b::169.254.169.254]/',
  'http://[64:ff9b:1::a9fe:a9fe]/',
  'http://[2002:a9fe:a9fe::]/',
  'http://[2001:0:a9fe:a9fe::1]/',
  'http://[2001:0:4136:e378:8000:63bf:5601:5601]/',
  'http://[::ffff:0:169.254.169.254]/',
  'http://[2001:470:1:2:0:5efe:169.254.169.254]/',
  'http://[fe80::1]/',
  'http://[fd00:ec2::254]/',
  'http://100.100.100.200/',
  'http://168.63.129.16/',
  'http://169.254.0.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://[ff02::1]/',
]

const PRIVATE = [
  'http://127.0.0.1:4020/',
  'http://127.1/',
  'http://0.0.0.0/',
  'http://10.0.0.1/',
  'http://172.16.5.4/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://100.64.0.1/',
  'http://[::1]/',
  'http://[::]/',
  'http://[fc00::1]/',
  'http://[fd12:3456::1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[2002:7f00:1::]/',
]

const PUBLIC = [
  'http://93.184.216.34/',
  'https://[2606:2800:220:1::1]/',
  'http://172.32.0.1/',
  'http://[64:ff9b::8.8.8.8]/',
]

describe('the egress guard', () => {
  test.each(METADATA)('never lets anything out to %s', (url) => {
    expect(urlFault(url, 'open')).toMatch(/^must not lead to /)
    expect(urlFault(url, 'strict')).toMatch(/^must not lead to /)
  })

  test.each(PRIVATE)('lets events out to %s, but not when strict', (url) => {
    expect(urlFault(url, 'open')).toBeUndefined()
    expect(urlFault(url, 'strict')).toMatch(/public addresses only/)
  })

  test.each(PUBLIC)('has nothing against %s', (url) => {
    expect(urlFault(url, 'open')).toBeUndefined()
    expect(urlFault(url, 'strict')).toBeUndefined()
  })

  test.each([
    ['ftp://partner.example/', /http:\/\/ or https:\/\//],
    ['file:///etc/passwd', /http:\/\/ or https:\/\//],
    ['http://user:pw@partner.example/', /user name or password/],
    ['http://user@partner.example/', /user name or password/],
    ['http://@partner.example/', /user name or password/],
    ['http://partner.example/a\tb', /spaces or control/],
    ['http://partner.example/a b', /spaces or control/],
    ['http://partner.example/\n', /spaces or control/],
    ['http://', /must be a URL/],
    ['http://exa mple/', /must be a URL/],
    ['partner.example/hooks', /must be a URL/],
    ['http://partner.example:0/', /port 0/],
  ])('refuses %s with the reason', (url, reason) => expect(urlFault(url, 'open')).toMatch(reason))

  test('a zone does not hide a link-local address', () =>
    expect(addressFault('fe80::1%eth0', 'open')).toMatch(/link-local/))
})

describe('a name is judged by what it leads to', () => {
  const found = (addresses: string[], all = true) =>
    new Promise((resolve) =>
      guardedLookup('open', (_, done) =>
        done(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        ),
      )('partner.example', { all }, (error, address) => resolve(error ? error.message : address)),
    )

  test('to nothing but a metadata service: refused', async () =>
    expect(await found(['169.254.169.254'])).toMatch(/cloud metadata/))
  test('to nothing but a mapped one: refused', async () =>
    expect(await found(['::ffff:169.254.169.254'])).toMatch(/cloud metadata/))
  test('to a good one beside it: only that is left', async () =>
    expect(await found(['169.254.169.254', '127.0.0.1'])).toEqual([{ address: '127.0.0.1', family: 4 }]))
  test('for whoever asks for one address only: the first good one', async () =>
    expect(await found(['169.254.169.254', '::1', '127.0.0.1'], false)).toBe('::1'))
})
