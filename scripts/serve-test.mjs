// npm run serve:test: the demo company for tests from outside. DATA_DIR/demo.json tells what they need to know.
import { requireNode } from './node-version.mjs'

if (requireNode()) void import('./run-server.mjs').then(({ runServer }) => runServer({ env: { NODE_ENV: 'test' } }))
