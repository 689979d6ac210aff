import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { resolve } from 'node:path'
import { compressed } from './compress.ts'

/** Names of the packages of which parts are handed to browsers, kept beside the manifest: an archive names their licences (tools/pack). */
const taken = new Set<string>()
const take: Plugin = {
  name: 'take',
  moduleParsed: ({ id }) => {
    const [, name] = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id) ?? []
    if (name) taken.add(name.replaceAll('\\', '/'))
  },
}
const tell: Plugin = {
  name: 'tell',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: '.vite/packages.json', source: JSON.stringify([...taken].sort()) })
  },
}

const OUT = resolve(import.meta.dirname, '../../dist/web')
/** The web application: built to dist/web with a manifest, so that the server can name the files it preloads. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), take, tell, compressed(OUT)],
  worker: { plugins: () => [take] },
  server: { port: 5173, proxy: { '/api': 'http://127.0.0.1:8080' } },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|zustand|use-sync-external-store)[\\/]/ }] },
      },
    },
  },
})
