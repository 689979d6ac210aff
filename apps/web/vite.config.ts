import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Files of which a compressed form is worth while: pictures and fonts are compressed already. */
const TEXT = /\.(js|mjs|css|html|svg|json|wasm)$/
const LEAST_BYTES = 1024

/** Lays a gzip and a Brotli form beside each file of the build, so that the server compresses none of them twice. */
const compressed = (folder: string): Plugin => ({
  name: 'compressed',
  closeBundle() {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!TEXT.test(name) || name.startsWith('.')) continue
      const bytes = readFileSync(join(folder, name))
      if (bytes.length < LEAST_BYTES) continue
      writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
      // the two next steps of quality cost ten times the time for seven per cent: an archive, which many read, has them (tools/pack.ts)
      const params = { [constants.BROTLI_PARAM_QUALITY]: 8, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
      writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }))
    }
  },
})

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

const EMPTY = '\0unused'
/**
 * What a part of the library of controls brings along for a use that the product does not make of it: [who imports, what, what it gets instead]. Every page would wait
 * for them: the whole form with its checks for a tooltip, tabs for a card, the notification beside the message. `NEVER` holds what would break without.
 */
const UNUSED: readonly (readonly [importer: RegExp, source: string, instead: string])[] = [
  [/antd\/es\/form\/context\.js$/, '@rc-component/form', '@rc-component/form/es/FormContext.js'],
  [/antd\/es\/color-picker\/components\/ColorPresets\.js$/, '../../collapse', EMPTY],
  [/antd\/es\/app\/App\.js$/, '../notification/useNotification', EMPTY],
  [/antd\/es\/app\/App\.js$/, '../modal/useModal', join(import.meta.dirname, 'src/later/useModal.ts')],
  [/antd\/es\/app\/App\.js$/, '../message/useMessage', join(import.meta.dirname, 'src/later/useMessage.ts')],
  [/antd\/es\/card\/Card\.js$/, '../tabs', EMPTY],
  [/antd\/es\/dropdown\/(index|dropdown)\.js$/, './dropdown-button', EMPTY],
]
/** The uses that need what is left out: a tab list of a card, a notification, a colour picker, a button with a menu of its own. */
const NEVER = /\b(tabList|useNotification|Dropdown\.Button|ColorPicker)\b|\bnotification\s*[.}]/
const unused: Plugin = {
  name: 'unused',
  enforce: 'pre',
  resolveId(source, importer = '') {
    const cut = UNUSED.find(([by, what]) => what === source && by.test(importer.replaceAll('\\', '/')))
    if (!cut) return undefined
    return cut[2].startsWith('@') ? this.resolve(cut[2], importer, { skipSelf: true }) : cut[2]
  },
  load: (id) => (id === EMPTY ? 'export default () => [{}, null]' : undefined),
  transform(code, id) {
    if (/\.tsx?$/.test(id) && !id.includes('node_modules') && NEVER.test(code)) this.error(`${id} uses what the build leaves out: see UNUSED in vite.config.ts`)
    return undefined
  },
}

/**
 * What is sent together. Left to itself the bundler makes a file of each set of pages that share something, most of them below 8 kB: a page then waited for 90
 * to 180 files, six at a time. A group takes the modules that it names and what these import, but for what a group above it has. tools/web-size.ts measures
 * what comes before login, shell and start.
 */
const GROUPS = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|zustand|use-sync-external-store)[\\/]/ },
  { name: 'frame', test: /src[\\/](App|router)\.tsx$/ },
  { name: 'login', test: /src[\\/]login[\\/]Login\.tsx$/ },
  { name: 'shell', test: /src[\\/]shell[\\/]Shell\.tsx$/ },
  // icons of menus by their names, fetched after the shell
  { name: 'icons', test: /src[\\/]shell[\\/]icon-set\.tsx$/ },
  { name: 'start', test: /views[\\/]home[\\/]HomePage\.web\.tsx$/ },
  // what is told in passing and asked: fetched when the browser rests
  { name: 'telling', test: /src[\\/]later[\\/]Holders\.tsx$/ },
  // tables and calendars, which lists and the further tabs of the start have
  { name: 'figures', test: /(views[\\/]home[\\/]DayBar|kit[\\/]web[\\/]Table)\.web\.tsx$/ },
  { name: 'lists', test: /(platform[\\/]list[\\/]ResourcePage|kit[\\/]web[\\/]ResourceForm)\.web\.tsx$/ },
  // the page of a record and what the registers share in it; files beside a row; the buttons of imports and exports
  { name: 'records', test: /(platform[\\/]record|land[\\/]parts|services[\\/]files)[\\/].*\.web\.tsx?$/, minShareCount: 3 },
  { name: 'exchange', test: /services[\\/]exchange[\\/](imports[\\/]ImportButton|exports[\\/]ExportButton)\.web\.tsx$/ },
  // of the library of controls, what many pages have beside their list
  { name: 'controls', test: /node_modules[\\/](antd|@rc-component|@ant-design)[\\/]/, minShareCount: 10 },
  // definitions and words, which draw nothing
  { name: 'domain', test: /[\\/](land|business|packages|services|platform|views)[\\/](?!geometry|.*\.web\.).*\.ts$/, minShareCount: 5 },
].map((group, i, { length }) => ({ ...group, priority: length - i }))

const OUT = resolve(import.meta.dirname, '../../dist/web')
/** The web application: built to dist/web with a manifest, by which tools/web-size.ts measures it. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [unused, react(), take, tell, compressed(OUT)],
  worker: { plugins: () => [take] },
  server: { port: 5173, proxy: { '/api': 'http://127.0.0.1:8080' } },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    chunkSizeWarningLimit: 900,
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
})
