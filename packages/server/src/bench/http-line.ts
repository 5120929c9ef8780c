import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A call ready to be sent. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}
export interface Reply {
  readonly status: number
  readonly body: string
}

/** Several calls that count as one, each made of what the one before was answered; it says how often it had to begin anew. */
export type Act = (ask: (call: Call) => Promise<Reply>) => Promise<Reply & { readonly again: number }>

/** One connection on which one call is made after the other: HTTP/1.1 and no more of it than our own server needs. */
export class Line {
  readonly #socket: Socket
  readonly #host: string
  #waiting: { done: (reply: Reply) => void; failed: (error: Error) => void } | undefined
  #read: Buffer = Buffer.alloc(0)

  private constructor(socket: Socket, host: string) {
    this.#socket = socket
    this.#host = host
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.on('close', () => this.#waiting?.failed(new Error('the server closed the line')))
    socket.on('error', () => {})
  }

  static async open(address: string): Promise<Line> {
    const { hostname, port, host } = new URL(address)
    const socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname)
    await once(socket, 'connect')
    return new Line(socket, host)
  }

  ask({ method, path, headers, body }: Call): Promise<Reply> {
    const said = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const about = body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
    this.#socket.write(`${method} ${path} HTTP/1.1\r\nhost: ${this.#host}\r\n${said.join('')}${about}\r\n${body ?? ''}`)
    return new Promise((done, failed) => {
      this.#waiting = { done, failed }
    })
  }

  close(): void {
    this.#waiting = undefined
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#read = this.#read.length ? Buffer.concat([this.#read, chunk]) : chunk
    const head = this.#read.indexOf('\r\n\r\n')
    if (head === -1) return
    const words = this.#read.toString('latin1', 0, head)
    const length = /\r\ncontent-length: (\d+)/i.exec(words)
    if (!length) return this.#waiting?.failed(new Error(`an answer without its length:\n${words}`))
    const end = head + 4 + Number(length[1])
    if (this.#read.length < end) return
    const body = this.#read.toString('utf8', head + 4, end)
    this.#read = this.#read.subarray(end)
    const { done } = this.#waiting!
    this.#waiting = undefined
    done({ status: Number(words.slice(9, 12)), body })
  }
}
