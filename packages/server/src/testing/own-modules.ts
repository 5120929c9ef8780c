// Begins a file of tests. A worker reads the modules of the product once for all its files: that takes longer than most of them take to
// run. What is made for tests — a world with its database, a scene — is read anew for each file, so that each has one of its own.
import { registerHooks } from 'node:module'

const key = Symbol.for('forecourt.ownModules')
const held = globalThis as { [key]?: { file: number } }
const ofTests = /\/server\/src\/(testing|matrix|hostile)\/[^?]+\.ts$/

if (held[key]) held[key].file++
else {
  const now = (held[key] = { file: 0 })
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      return ofTests.test(found.url) ? { ...found, url: `${found.url}?file=${now.file}` } : found
    },
  })
}
