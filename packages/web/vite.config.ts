import { execFileSync } from 'node:child_process'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The React Compiler is young: one switch turns it off. */
const compiler = process.env['REACT_COMPILER'] !== 'off'

/** Which source this was built from, for the footer; empty outside a repository. */
function revision(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react({ compiler })],
  define: { __REVISION__: JSON.stringify(revision()) },
  build: { target: 'es2024', sourcemap: false, chunkSizeWarningLimit: 1200, assetsInlineLimit: 2048 },
  server: { proxy: { '/api': process.env['API'] ?? 'http://127.0.0.1:8080' } },
})
