// npm runs this after npm ci and npm install. It keeps which lockfile was installed (tools/runtime.mjs), and takes away the parts of packages
// that nothing here loads: a quarter of node_modules. Everything works without that; a part that is needed after all is struck from the list
// and comes back with the next npm ci.
import { readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { markInstalled } from './runtime.mjs'

const NEVER_LOADED = [
  // headers for building native modules; we use ready-made ones
  /^node-[a-z0-9-]+\/include$/,
  // drawing without a browser; the preview draws in the browser
  /^@napi-rs\/canvas(-[a-z0-9-]+)?$/,
  // one-file bundles for script tags, and builds for old browsers; Vite takes the modules
  /^(antd|echarts|@ant-design\/icons|ol)\/dist$/,
  /^pdfjs-dist\/legacy$/,
  /^@cantoo\/pdf-lib\/(dist|src|ts3\.4)$/,
  /^happy-dom\/src$/,
]
const modules = resolve(import.meta.dirname, '../node_modules')
const names = (path) =>
  readdirSync(join(modules, path), { withFileTypes: true })
    .filter((e) => e.isDirectory())
    .map((e) => (path ? `${path}/${e.name}` : e.name))
const packages = names('').flatMap((name) => (name.startsWith('@') ? names(name) : [name]))
for (const path of packages.flatMap((name) => [name, ...names(name)]))
  if (NEVER_LOADED.some((part) => part.test(path))) rmSync(join(modules, path), { recursive: true })
if (!process.env.npm_config_omit?.includes('dev')) markInstalled()
