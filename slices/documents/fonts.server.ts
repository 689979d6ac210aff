/** Fonts of the printed documents: the npm Noto fonts, and a font of rare characters (HanaMin) where the machine has one. */

import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const FACES = [
  ['@expo-google-fonts/noto-serif-sc', '400Regular/NotoSerifSC_400Regular.ttf'],
  ['@expo-google-fonts/noto-serif-sc', '700Bold/NotoSerifSC_700Bold.ttf'],
  ['@expo-google-fonts/noto-sans-sc', '400Regular/NotoSansSC_400Regular.ttf'],
  ['@expo-google-fonts/noto-sans-sc', '700Bold/NotoSansSC_700Bold.ttf'],
] as const
const RARE = ['HanaMinA.ttf', 'HanaMinB.ttf']
/** Where Debian's fonts-hanazono puts them; the setting DOCUMENT_RARE_FONTS names another folder. */
const RARE_FOLDER = '/usr/share/fonts/truetype/hanazono'

/** @returns the font files in use; `rareFolder` may hold HanaMinA.ttf and HanaMinB.ttf */
export function fontFiles(rareFolder = process.env.DOCUMENT_RARE_FONTS || RARE_FOLDER): { faces: string[]; rare: string[] } {
  const faces = FACES.map(([pkg, file]) => join(dirname(require.resolve(`${pkg}/package.json`)), file))
  return { faces, rare: RARE.map((f) => join(rareFolder, f)).filter((f) => existsSync(f)) }
}

interface Cmap {
  hasGlyphForCodePoint(code: number): boolean
}
// fontkit has no type declarations
const fontkit = require('fontkit') as { openSync(file: string): Cmap }
const opened = new Map<string, Cmap>()

function cmapOf(file: string): Cmap {
  const known = opened.get(file)
  if (known) return known
  const font = fontkit.openSync(file)
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
