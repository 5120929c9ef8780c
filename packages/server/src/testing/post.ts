import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server of the test's own. `answer` may refuse a recipient, or break the line once it has the text. */
export async function postOffice() {
  const letters: string[] = []
  const mood = { refuse: 0, silent: false }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_, __, done) {
      done(mood.refuse ? Object.assign(new Error('no such user'), { responseCode: mood.refuse }) : null)
    },
    onData(stream, _, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      stream.on('end', () => {
        letters.push(text)
        if (!mood.silent) done()
      })
    },
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, letters, mood, close: () => new Promise<void>(resolve => server.close(() => resolve())) }
}

/** A gateway for SMS: what it was asked, and what it answers. */
export async function gateway() {
  const asked: { method: string; url: string; body: string; authorization: string | undefined }[] = []
  const mood = { status: 200, silent: false }
  const server = createServer((request: IncomingMessage, reply: ServerResponse) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      asked.push({ method: request.method!, url: request.url!, body, authorization: request.headers.authorization })
      if (mood.silent) request.socket.destroy()
      else reply.writeHead(mood.status).end(body)
    })
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => new Promise<void>(resolve => void server.close(() => resolve()))
  return { url: `http://127.0.0.1:${port}`, asked, mood, close }
}
