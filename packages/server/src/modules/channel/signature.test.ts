import { createSign, generateKeyPairSync } from 'node:crypto'
import { issueCertificate } from '@forecourt/simulator/sandbox/certificate.ts'
import { expect, test } from 'vitest'
import { notice } from '../../testing/wechat-vectors.ts'
import { certificateNumber, isSigned, partOf, privateKeyOf, publicKeyOf, rootNumber, signedText, signText } from './alipay-signature.ts'
import { decryptResource, isOfNow, isSignedBy, serialOf, signedOf } from './wechat-signature.ts'

test('a notice that WeChat Pay’s own library believes is believed, and says the same', () => {
  const { certificate, signed, body, inside, merchantKey } = notice
  expect(serialOf(certificate)).toBe(signed.serial)
  expect(isSignedBy(certificate, signed, body)).toBe(true)
  expect(decryptResource(merchantKey, JSON.parse(body).resource)).toBe(inside)
  expect(isOfNow(signed, new Date('2021-06-24T08:42:25Z'))).toBe(true)
})

test.each([
  ['another letter in the body', {}, (body: string) => body.replace('签约', '解约')],
  ['another moment', { timestamp: '1624523847' }, (body: string) => body],
  ['another nonce', { nonce: 'EcZ9Cmy4Xyx1i6RlJQzLcCyEqDa26NBy' }, (body: string) => body],
  ['no signature at all', { signature: '' }, (body: string) => body],
  ['a signature that is no base64', { signature: '%%%' }, (body: string) => body],
])('%s is not believed', (_, over, altered) => {
  expect(isSignedBy(notice.certificate, { ...notice.signed, ...over }, altered(notice.body))).toBe(false)
})

test.each([
  ['six minutes later', '2021-06-24T08:43:27Z', false],
  ['five minutes later', '2021-06-24T08:42:26Z', true],
  ['five minutes before', '2021-06-24T08:32:26Z', true],
  ['six minutes before', '2021-06-24T08:31:25Z', false],
])('%s, a signature of 08:37:26 is of now: %s', (_, now, holds) => {
  expect(isOfNow(notice.signed, new Date(now))).toBe(holds)
})

test('the published example of the encryption opens, and nothing else does', () => {
  const sealed = {
    nonce: 'wCq51qZv4Yfg',
    associated_data: 'Dl56FrqWQJF1t9LtC3vEUsniZKvbqdR8',
    ciphertext: 'FsdXzxryWfKwvLJKf8LG/ToRPTRh8RN9wROC',
  }
  expect(decryptResource('testAPIv3Key0000', sealed)).toBe('Hello World')
  const altered = [
    ['testAPIv3Key1111', sealed],
    ['not a key', sealed],
    ['testAPIv3Key0000', { ...sealed, ciphertext: 'SGVsbG8gV29ybGQK' }],
    ['testAPIv3Key0000', { ...sealed, associated_data: 'other' }],
    ['testAPIv3Key0000', { ...sealed, nonce: 'wCq51qZv4Yfh' }],
  ] as const
  for (const [key, one] of altered) expect(() => decryptResource(key, one)).toThrow()
})

test('a message without one of its four headers is not signed', () => {
  const headers: Record<string, string> = {
    'wechatpay-serial': 'A',
    'wechatpay-timestamp': '1',
    'wechatpay-nonce': 'n',
    'wechatpay-signature': 's',
  }
  expect(signedOf(name => headers[name])).toEqual({ serial: 'A', timestamp: '1', nonce: 'n', signature: 's' })
  for (const left of Object.keys(headers)) expect(signedOf(name => (name === left ? undefined : headers[name]))).toBeUndefined()
})

test('Alipay signs what is neither empty nor the signature, by name, as it is before it is encoded', () => {
  expect(signedText({ b: '2', a: '1', sign: 'x', empty: '', C: 'Ü&=' })).toBe('C=Ü&=&a=1&b=2')
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const bare = pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const signature = createSign('RSA-SHA256').update('a=1', 'utf8').sign(pair.privateKey, 'base64')
  for (const type of ['pkcs1', 'pkcs8'] as const) {
    const der = pair.privateKey.export({ type, format: 'der' }).toString('base64')
    const pem = String(pair.privateKey.export({ type, format: 'pem' }))
    expect([signText(der, 'a=1'), signText(pem, 'a=1')]).toEqual([signature, signature])
    expect(privateKeyOf(der).type).toBe('private')
  }
  expect([isSigned(bare, 'a=1', signature), isSigned(bare, 'a=2', signature), isSigned('', 'a=1', signature)]).toEqual([true, false, false])
  expect(() => publicKeyOf('no key')).toThrow()
})

test('of an answer, its part is what was signed, whatever it holds', () => {
  const part = String.raw`{"code":"10000","msg":"a \"sign\": {}","more":{"deep":"}"}}`
  const text = `{"alipay_trade_query_response": ${part},"sign":"abc"}`
  expect(partOf(text, 'alipay_trade_query_response')).toBe(part)
  expect(partOf(text, 'alipay_trade_pay_response')).toBeUndefined()
  expect(partOf('{"alipay_trade_query_response":"{}"', 'alipay_trade_query_response')).toBeUndefined()
  expect(partOf(text.slice(0, 60), 'alipay_trade_query_response')).toBeUndefined()
})

test('certificates are known by their issuer and number; of roots only those that sign with RSA count', () => {
  const until = new Date('2040-01-01T00:00:00Z')
  const one = issueCertificate('rsa', { C: 'CN', O: 'Ant', CN: 'Root' }, { until, serial: '0a' }).certificate
  // MD5 of "CN=Root,O=Ant,C=CN10".
  expect(certificateNumber(one)).toBe('6b777468e051369aff490261ed3e85ad')
  const ec = issueCertificate('ec', { CN: 'Other' }, { until }).certificate
  expect(rootNumber(`${one}\n${ec}\n${one}`)).toBe(`${certificateNumber(one)}_${certificateNumber(one)}`)
})
