import { createReadStream, readdirSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { problems } from '../../kit/model/problem.ts'
import { isSame, tagOf } from '../../kit/server/route.server.ts'
import { encodingOf, type ContentEncoding } from './compress.server.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.mjs': 'text/javascript; charset=utf-8',
  '.ttf': 'font/ttf',
  '.woff': 'font/woff',
}
interface WebFile {
  path: string
  size: number
  /** its compressed forms, which the build laid beside it */
  forms: Partial<Record<ContentEncoding, { path: string; size: number }>>
}
const ENDS: Readonly<Record<ContentEncoding, string>> = { br: '.br', gzip: '.gz' }
const READS = 'GET, HEAD'

/** The files of a build by their address; none where there is no build. What begins with a dot (the manifest) is not told. */
function filesIn(folder: string): ReadonlyMap<string, WebFile> {
  const found = new Map<string, WebFile>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const url = path.slice(folder.length).replaceAll('\\', '/')
    if (entry.isFile() && !url.includes('/.')) found.set(url, { path, size: statSync(path).size, forms: {} })
  }
  for (const [url, file] of found)
    for (const [encoding, end] of Object.entries(ENDS) as [ContentEncoding, string][]) {
      const form = found.get(url + end)
      if (!form) continue
      file.forms[encoding] = { path: form.path, size: form.size }
      found.delete(url + end)
    }
  return found
}

/** Answers what build is there now: it is read anew when its first page changed. */
function buildIn(folder: string): () => { files: ReadonlyMap<string, WebFile>; made: number } {
  let files: ReadonlyMap<string, WebFile> = new Map(),
    made = 0
  return () => {
    const at = statSync(join(folder, 'index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (at !== made) files = at ? filesIn(folder) : new Map()
    made = at
    return { files, made }
  }
}

/** Whether a path is a page of the window rather than a file: its last name has no dot. */
const isPage = (path: string): boolean => !/\.[^/]*$/.test(path) && !path.startsWith('/assets/')

/**
 * The built web application: files by name, index.html for every page address. Whatever is neither is refused by the catalogue, a known path that is
 * asked by another method with the methods that it has. `policyOf` widens the policy of pages.
 */
export function serveWeb(app: FastifyInstance, folder: string, methodsAt: (path: string) => string, policyOf: (base: string) => Promise<string>): void {
  const build = buildIn(folder)
  app.setNotFoundHandler(async (request, reply) => {
    const path = decodeURIComponent(request.url.split('?')[0]!)
    const isCall = /^\/api(\/|$)/.test(path)
    const { files, made } = build()
    const file = isCall ? undefined : (files.get(path) ?? (isPage(path) ? files.get('/index.html') : undefined))
    const allow = isCall ? methodsAt(path) : file && READS
    if (allow && !allow.split(', ').includes(request.method)) throw problems.wrongMethod({ allow })
    if (!file) throw isCall || isPage(path) ? problems.noRoute() : problems.notFound({ zh: '文件', en: 'The file' })
    const encoding = encodingOf(request.headers['accept-encoding'])
    const form = encoding && file.forms[encoding]
    const policy = file === files.get('/index.html') ? await policyOf(String(reply.getHeader('content-security-policy'))) : ''
    if (policy) reply.header('content-security-policy', policy)
    const tag = tagOf(`${file.path} ${file.size} ${made} ${form ? encoding : ''} ${policy}`)
    reply.header('cache-control', path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache').header('etag', tag)
    if (Object.keys(file.forms).length) reply.header('vary', 'accept-encoding')
    if (isSame(request.headers['if-none-match'], tag)) return reply.code(304).send()
    const sent = form ?? file
    reply.header('content-type', TYPES[extname(file.path)] ?? 'application/octet-stream').header('content-length', sent.size)
    if (form) reply.header('content-encoding', encoding)
    return request.method === 'HEAD' ? reply.send() : reply.send(createReadStream(sent.path))
  })
}
