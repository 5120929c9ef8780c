// Preloaded into a server whose clock a story turns: its dates are off by the milliseconds that a file names.
import { readFileSync } from 'node:fs'

const file = process.env['CLOCK_TURNED_BY']!
let turnedBy = 0
const read = () => {
  turnedBy = Number(readFileSync(file, 'utf8'))
}
read()
setInterval(read, 20).unref()

const Right = Date
globalThis.Date = new Proxy(Right, {
  construct: (_, given: []) => (given.length > 0 ? new Right(...given) : new Right(Right.now() + turnedBy)),
  get: (_, name, receiver) => (name === 'now' ? () => Right.now() + turnedBy : Reflect.get(Right, name, receiver)),
})
