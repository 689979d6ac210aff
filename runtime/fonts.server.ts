/** Fonts of the printed documents: the Noto fonts of `fonts/`, and a font of rare characters (HanaMin) where the machine has one. */

import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'

const require = createRequire(import.meta.url)
/** Body text is set in the first; headings in the others. */
const FACES = ['NotoSerifSC-Regular.ttf.zst', 'NotoSansSC-Regular.ttf.zst', 'NotoSansSC-Bold.ttf.zst']
const RARE = ['HanaMinA.ttf', 'HanaMinB.ttf']
/** Where Debian's fonts-hanazono puts them; the setting DOCUMENT_RARE_FONTS names another folder. */
const RARE_FOLDER = '/usr/share/fonts/truetype/hanazono'

/** @returns the font files in use; `rareFolder` may hold HanaMinA.ttf and HanaMinB.ttf */
export function fontFiles(rareFolder = process.env.DOCUMENT_RARE_FONTS || RARE_FOLDER): { faces: string[]; rare: string[] } {
  const faces = FACES.map((file) => join(import.meta.dirname, 'fonts', file))
  return { faces, rare: RARE.map((f) => join(rareFolder, f)).filter((f) => existsSync(f)) }
}

/** @returns the bytes of a font file, unpacked when it is kept packed (.zst) */
export function readFont(file: string): Buffer {
  const bytes = readFileSync(file)
  return file.endsWith('.zst') ? zstdDecompressSync(bytes) : bytes
}

interface Cmap {
  hasGlyphForCodePoint(code: number): boolean
}
// no type declarations; loaded at the first question, because the typesetting worker reads fonts without asking
const fontkit = () => require('fontkit') as { create(bytes: Buffer): Cmap }
const opened = new Map<string, Cmap>()

function cmapOf(file: string): Cmap {
  const known = opened.get(file)
  if (known) return known
  const font = fontkit().create(readFont(file))
  opened.set(file, font)
  return font
}

/**
 * @returns the characters of `text` that no font in use can draw, each once, in order of appearance.
 * Line breaks and tabs are layout, not glyphs.
 */
export function missingGlyphs(text: string, files: { faces: string[]; rare: string[] } = fontFiles()): string[] {
  const chars = new Set(text)
  const missing = (list: Iterable<string>, file: string) => [...list].filter((c) => !cmapOf(file).hasGlyphForCodePoint(c.codePointAt(0) ?? 0))
  let left = [...chars].filter((c) => !/[\n\r\t]/.test(c))
  // body text is set in the serif face; rare files are opened only when something is left
  for (const file of [files.faces[0] ?? '', ...files.rare]) if (left.length > 0) left = missing(left, file)
  return left
}
