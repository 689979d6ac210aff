// node tools/run.mjs platform/shell/manual/make.server.ts: typesets the operation manual (manual.typ, pictures of docs/screens) to the PDF beside it.
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import sharp from 'sharp'
import { fontFiles, readFont } from '../../../runtime/fonts.server.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
/** Pictures are printed 166 mm wide: more pixels than this only make the file larger. */
const WIDTH = 1100

const source = join(import.meta.dirname, 'manual.typ')
const compiler = NodeCompiler.create({ workspace: ROOT, fontArgs: [{ fontBlobs: fontFiles().faces.map(readFont) }] })
for (const [, name] of readFileSync(source, 'utf8').matchAll(/#shot\("([\w-]+)"/g)) {
  const path = join(ROOT, `docs/screens/${name}.png`)
  compiler.mapShadow(path, await sharp(path).resize({ width: WIDTH }).png({ palette: true, colours: 64 }).toBuffer())
}
const made = compiler.compile({ mainFilePath: source })
if (!made.result) throw new Error(JSON.stringify(compiler.fetchDiagnostics(made.takeError()!)))
// one moment for every run: the same text and pictures give the same file
const pdf = compiler.pdf(made.result, { pdfTags: false, creationTimestamp: Date.UTC(2026, 0, 1) / 1000 })
writeFileSync(join(import.meta.dirname, '农村土地承包管理系统操作手册.pdf'), pdf)
console.log(`${Math.round(pdf.length / 1024)} kB`)
