import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The web application: built to dist/web with a manifest, so that the server can name the files it preloads. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  server: { port: 5173, proxy: { '/api': 'http://127.0.0.1:8080' } },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|zustand|i18next|react-i18next|use-sync-external-store)[\\/]/ },
          ],
        },
      },
    },
  },
})
