import { describe, expect, test } from 'vitest'
import { createGuardedLookup, findAddressIssue, findUrlIssue } from '../../src/webhooks/egress-guard.js'
import { FORBIDDEN_URLS, PRIVATE_URLS, PUBLIC_URLS } from '../support/webhook-urls.js'

describe('the egress guard', () => {
  test.each(FORBIDDEN_URLS)('always blocks %s', (url) => {
    expect(findUrlIssue(url, 'open')).toMatch(/^must not lead to /)
    expect(findUrlIssue(url, 'strict')).toMatch(/^must not lead to /)
  })

  test.each(PRIVATE_URLS)('allows %s unless strict', (url) => {
    expect(findUrlIssue(url, 'open')).toBeUndefined()
    expect(findUrlIssue(url, 'strict')).toMatch(/public addresses only/)
  })

  test.each(PUBLIC_URLS)('allows %s', (url) => {
    expect(findUrlIssue(url, 'open')).toBeUndefined()
    expect(findUrlIssue(url, 'strict')).toBeUndefined()
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
    ['http://partner.example:65536/', /must be a URL/],
    ['http://partner.example/\r\nX-Injected: 1', /spaces or control/],
    ['http://partner.example\r\n.evil.example/', /spaces or control/],
    ['http://part\u0000ner.example/', /must be a URL/],
    ['http://partner.example/\u0000', /spaces or control/],
    ['http://[fe80::1%25eth0]/', /must be a URL/],
    ['http://256.1.1.1/', /must be a URL/],
    ['http://1.2.3.4.5/', /must be a URL/],
    ['http://[::1/', /must be a URL/],
    ['javascript:alert(1)', /http:\/\/ or https:\/\//],
    ['data:text/plain,x', /http:\/\/ or https:\/\//],
    ['gopher://127.0.0.1:6379/_FLUSHALL', /http:\/\/ or https:\/\//],
    ['unix:///var/run/docker.sock', /http:\/\/ or https:\/\//],
    ['http+unix://%2fvar%2frun%2fdocker.sock/', /http:\/\/ or https:\/\//],
    ['ws://partner.example/', /http:\/\/ or https:\/\//],
    ['http://:@partner.example/', /user name or password/],
    ['http:\\\\user@partner.example/', /user name or password/],
  ])('refuses %s with the reason', (url, reason) => expect(findUrlIssue(url, 'open')).toMatch(reason))

  test('a zone does not hide a link-local address', () =>
    expect(findAddressIssue('fe80::1%eth0', 'open')).toMatch(/link-local/))
})

describe('a hostname is checked by its addresses', () => {
  const found = (addresses: string[], all = true) =>
    new Promise((resolve) =>
      createGuardedLookup('open', (_, done) =>
        done(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        ),
      )('partner.example', { all }, (error, address) => resolve(error ? error.message : address)),
    )

  test('only a metadata service: refused', async () =>
    expect(await found(['169.254.169.254'])).toMatch(/cloud metadata/))
  test('only an IPv4-mapped blocked address: refused', async () =>
    expect(await found(['::ffff:169.254.169.254'])).toMatch(/cloud metadata/))
  test('an allowed address besides: only that is returned', async () =>
    expect(await found(['169.254.169.254', '127.0.0.1'])).toEqual([{ address: '127.0.0.1', family: 4 }]))
  test('a lookup of one address: the first allowed one', async () =>
    expect(await found(['169.254.169.254', '::1', '127.0.0.1'], false)).toBe('::1'))
})
