import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The pages that ours are compared with (`npm run bench:web`), each built by itself: BENCH_PAGE says which. */
const page = process.env['BENCH_PAGE'] ?? 'bare'
const root = resolve(import.meta.dirname, 'bench')

export default defineConfig({
  root,
  base: './',
  logLevel: 'warn',
  plugins: [react({ compiler: process.env['REACT_COMPILER'] !== 'off' })],
  define: { __REVISION__: JSON.stringify('') },
  build: {
    target: 'es2024',
    outDir: resolve(import.meta.dirname, '../../.cache/bench-web', page),
    emptyOutDir: true,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: { input: resolve(root, `${page}.html`) },
  },
})
