// node tools/run.mjs tools/screens.ts [zh] [zh-dark] [en]
// a picture of every screen under docs/screens/all, in these looks or all; prints what axe finds in the dark one.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { barriers, MOBILE, MOBILE_OUTSIDE, OUTSIDE, screenPaths, standStill } from '../tests/browser/every-screen.ts'
import { stage } from '../tests/browser/stage.ts'

const OUT = join(import.meta.dirname, '../docs/screens/all')
/** Pictures are for looking at, not for measuring. */
const QUALITY = 60
const LOOKS = [
  { name: 'zh', lang: 'zh', dark: false },
  { name: 'zh-dark', lang: 'zh', dark: true },
  { name: 'en', lang: 'en', dark: false },
] as const

const s = await stage()
let found = 0
try {
  const wanted = process.argv.slice(2)
  for (const look of LOOKS.filter((l) => !wanted.length || wanted.includes(l.name))) {
    const dir = join(OUT, look.name)
    await rm(dir, { recursive: true, force: true })
    await mkdir(dir, { recursive: true })
    const phone = { width: 390, height: 844 }
    const walks = [
      [OUTSIDE, {}, false],
      [await screenPaths(s), {}, true],
      [MOBILE_OUTSIDE, phone, false],
      [MOBILE, phone, true],
    ] as const
    for (const [paths, sight, inside] of walks) {
      const page = await (inside ? s.enter('admin', { lang: look.lang, ...sight }) : s.open({ lang: look.lang, ...sight }))
      if (look.dark) await page.evaluate(() => localStorage.setItem('chengbao.look', JSON.stringify({ state: { theme: 'dark' }, version: 1 })))
      for (const path of paths) {
        if (!(await standStill(page, `${s.url}${path}`))) console.log(`${look.name} ${path}: never stands still`)
        const name = path.replace('?tab=', '-').replaceAll('/', '-').slice(1).replaceAll(':', '')
        await sharp(await page.screenshot({ animations: 'disabled' }))
          .webp({ quality: QUALITY })
          .toFile(join(dir, `${name}.webp`))
        if (!look.dark) continue
        for (const b of await barriers(page)) console.log(`${look.name} ${path}: ${b}`, (found += 1))
      }
      await page.context().close()
    }
  }
  for (const f of s.faults) console.log(f)
} finally {
  await s.end()
}
process.exitCode = found + s.faults.length ? 1 : 0
