import { AwsClient } from 'aws4fetch'
import { XMLParser } from 'fast-xml-parser'
import { openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { FileLost, type FileStore } from './store.ts'

/** A bucket of a service that speaks S3. */
export interface S3 {
  /** `https://host/bucket`, with a folder in the bucket behind it where there is one. */
  readonly url: string
  readonly region: string
  readonly keyId: string
  readonly secret: string
}
const patienceMs = 60_000

const xml = new XMLParser({ parseTagValue: false, isArray: name => name === 'Contents' })
/** A page of what is in a bucket. */
interface Listed {
  readonly Contents?: readonly { readonly Key: string; readonly LastModified: string }[]
  readonly NextContinuationToken?: string
}

/** Files in a bucket. Every call is signed, what is put under the hash of its content: the service refuses bytes that are others. */
export async function s3Store({ url, region, keyId, secret }: S3, dir: string): Promise<FileStore> {
  const incoming = join(dir, 'incoming')
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: 's3', region, retries: 3 })
  const base = new URL(url)
  const [, bucket = '', ...folder] = base.pathname.split('/').filter((part, at) => at === 0 || part !== '')
  const prefix = folder.map(part => `${part}/`).join('')
  const addressOf = (key: string) => `${base.origin}/${bucket}/${prefix}${key}`

  const send = async (address: string, init: RequestInit = {}, allowed: readonly number[] = []): Promise<Response> => {
    const answer = await client.fetch(address, { ...init, signal: AbortSignal.timeout(patienceMs) }).catch(error => {
      throw new FileLost(`${base.host} does not answer: ${(error as Error).message}`)
    })
    if (answer.ok || allowed.includes(answer.status)) return answer
    const { Error: fault } = xml.parse(await answer.text()) as { Error?: { Code?: string } }
    const said = fault?.Code ?? ''
    throw new FileLost(`${base.host} answers ${answer.status} ${said} for ${init.method ?? 'GET'} ${new URL(address).pathname}`)
  }
  const listed = async (more: Record<string, string>) => {
    const query = new URLSearchParams({ 'list-type': '2', prefix, ...more })
    const text = await (await send(`${base.origin}/${bucket}?${query}`)).text()
    return (xml.parse(text) as { ListBucketResult: Listed }).ListBucketResult
  }
  await listed({ 'max-keys': '1' })
  return {
    incoming,
    name: url,
    async put(key, { path, sha256 }) {
      const body = await openAsBlob(path)
      await send(addressOf(key), { method: 'PUT', body, headers: { 'x-amz-content-sha256': sha256 } })
    },
    async open(key) {
      const { body } = await send(addressOf(key))
      if (!body) throw new FileLost(`${base.host} answers nothing for ${key}`)
      return Readable.fromWeb(body as ReadableStream)
    },
    has: async key => (await send(addressOf(key), { method: 'HEAD' }, [404])).ok,
    async remove(key) {
      await send(addressOf(key), { method: 'DELETE' }, [404])
    },
    async *list() {
      for (let next: string | undefined = ''; next !== undefined; ) {
        const page: Listed = await listed(next ? { 'continuation-token': next } : {})
        for (const { Key, LastModified } of page.Contents ?? []) yield { key: Key.slice(prefix.length), at: new Date(LastModified) }
        next = page.NextContinuationToken
      }
    },
  }
}
