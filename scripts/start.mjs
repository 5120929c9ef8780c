// npm start: from a bare clone to a running Forecourt. Plain words that any Node reads, so that an old one is told so.
import { requireNode } from './node-version.mjs'

if (requireNode()) void import('./run-server.mjs').then(({ runServer }) => runServer({ arguments: process.argv.slice(2) }))
