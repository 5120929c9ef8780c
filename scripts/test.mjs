// npm test: everything that must hold, from a bare clone. It goes on after a failure and fails at the end.
import { requireNode } from './node-version.mjs'

if (requireNode()) void import('./run-checks.mjs').then(({ runChecks }) => runChecks())
