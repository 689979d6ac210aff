// The first start makes the database, the accounts and the demonstration village: killed at any moment, the next start makes it good.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HJB } from '../../packages/hjb/flow.ts'
import { view } from './look.ts'
import { deaths, endPrograms, newPlace, spawnProgram, STRUCK, endWhereItFails, type Place } from './program.ts'
import { seeded } from '../seeded.ts'
import { MOMENTS, volume } from '../volume.ts'
import type { Death } from './words.ts'

/** A first start takes its time on a busy machine. */
const LONG = 600_000
const FIRST = { DEMO: 'on', DEMO_PASSWORD: '' }
let place: Place

beforeEach(endWhereItFails)
beforeAll(async () => {
  place = await newPlace()
})
afterAll(async () => {
  await endPrograms()
  await place?.drop()
})

test(
  'a first start killed again and again comes to its end: schema, keys, accounts, and the whole village',
  async () => {
    const kill = (label: string, at: number, how: Death['how'], wait = 20): Death => ({ from: 'start', label, at, how, wait })
    const random = seeded(MOMENTS)
    const steps = [
      kill('sm2-key.json', 1, 'during'),
      kill('insert into "sys_', 2, 'during'),
      kill('demo-accounts.txt', 1, 'during'),
      // checked, and not yet told so
      kill('insert into "hjb_log"', 1, 'before'),
      // checked again, submitted, audited: accepted, and not yet asked to be written
      kill('update "hjb" t set', 4, 'before'),
      // in the middle of the one write
      kill('insert into "jzd"', 2, 'during'),
    ]
    // a sample begins somewhere among them and takes them in turn
    const [n, from] = [volume(steps.length, 2), Math.floor(random() * steps.length)]
    const chosen = steps.filter((_, i) => (i + steps.length - from) % steps.length < n)
    // the key of passwords is made before all else, once
    const isFirst = (d: Death) => d.label === 'sm2-key.json'
    const plan: Death[] = [...chosen.filter(isFirst), ...deaths(random, volume(2, 1), 3, 30, 'start'), ...chosen.filter((d) => !isFirst(d))]
    for (const death of plan) {
      const p = spawnProgram()
      await p.start(place, { death, env: FIRST })
      await Promise.race([p.ended, p.serving().catch(() => {})])
      await p.kill('SIGKILL')
      expect((await p.ended).output, JSON.stringify(death)).toContain(STRUCK)
    }
    const p = spawnProgram()
    await p.start(place, { env: FIRST })
    await p.serving()
    await p.kill('SIGTERM')
    const db = await place.open()
    const seen = (await view(db))!
    await db.close()
    expect(seen.wrong).toEqual([])
    expect(seen.packages.map((x) => x.status)).toEqual([HJB.initialised])
    expect(seen.stand).toMatchObject({
      fbf: 4,
      cbf: 365,
      jtcy: 1349,
      dk: 1979,
      // 4,968 corners beside the 13,048 points of the package
      jzd: 18016,
      jzx: 15047,
      djb: 379,
      cbht: 379,
      cbdkxx: 1863,
      cbjyqz: 379,
      audited: 1,
    })
    expect((await readFile(join(place.dataDir, 'demo-accounts.txt'), 'utf8')).split('\n')).toHaveLength(11)
  },
  LONG,
)

test(
  'a second server on the same data folder refuses with words, and the first goes on',
  async () => {
    const embedded = { DATABASE_URL: '', DATA_DIR: join(place.dataDir, 'shared') }
    const [first, second] = [spawnProgram(), spawnProgram()]
    await first.start(place, { env: embedded })
    const address = await first.serving()
    await second.start(place, { env: embedded })
    const { code, output } = await second.ended
    expect(code).toBe(1)
    expect(output).toContain('the database folder is in use by another process')
    expect((await fetch(`${address}/api/health`)).status).toBe(200)
    await first.kill('SIGTERM')
  },
  LONG,
)
