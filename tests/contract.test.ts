// What every route promises; what every definition promises stands in contract/.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Route } from '../kit/server/route.server.ts'
import { fbf } from '../land/definitions/fbf.ts'
import { dk } from '../land/definitions/dk.ts'
import { sample } from './samples.ts'
import { world, type Client, type World } from './world.ts'

let w: World
let admin: Client
beforeAll(async () => {
  w = await world()
  admin = await w.as('admin')
  await admin.post('/base-qssj/fbf/save', sample(fbf, { regionCode: '51202111920390' }))
})
afterAll(() => w?.end())
const clean = (d: Record<string, unknown>) => Object.fromEntries(Object.entries(d).filter(([, v]) => v !== undefined))

test('every route but the public ones refuses a stranger, and a clerk without the button', async () => {
  const large = await w.as('large')
  const mine = new Set((await large.get('/cpt-auth/oauth/user-info')).data.permissions as string[])
  for (const r of w.routes as readonly Route[]) {
    if (r.perm === 'public') continue
    const path = r.path.replace(/\{\w+\}/g, '1')
    expect([r.path, (await w.nobody.send(r.method, path)).code]).toEqual([r.path, 401])
    if (r.perm !== 'signed-in' && ![r.perm].flat().some((p) => mine.has(p as string)))
      expect([r.path, (await large.send(r.method, path)).code]).toEqual([r.path, 403])
  }
})
test('the description of the interface holds every call that the server answers, and the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
  expect((await admin.get('/version/get')).data).toEqual({ version })
  const { info, paths } = (await admin.get('/openapi.json')) as unknown as { info: object; paths: Record<string, object> }
  expect(info).toMatchObject({ version })
  // as the server itself lists what it listens to; HEAD comes with every GET
  const listed = w.app.printRoutes({ commonPrefix: false }).matchAll(/\(([A-Z, ]+)\)$/gm)
  const answered = [...listed].flatMap(([, methods]) => methods!.split(', ')).filter((m) => m !== 'HEAD')
  // those who watch a server ask it in their own words, outside of the interface
  const eyes = ['/livez', '/readyz', '/metrics']
  for (const url of eyes) expect([url, w.app.hasRoute({ method: 'GET', url })]).toEqual([url, true])
  const described = Object.values(paths).flatMap((calls) => Object.keys(calls).map((m) => m.toUpperCase()))
  expect(answered.toSorted()).toEqual([...described, ...eyes.map(() => 'GET')].toSorted())
})
test('a parcel is checked against its drawing', async () => {
  const fbfbm = '51202111920390'
  const body = sample(dk, { fbfbm, tdlylx: '013', dldj: '01', syqxz: '31' })
  const wrong = await admin.post('/base-dlxx/dk/save', clean(body))
  expect(wrong.key).toBe('area-mismatch')
  const drawn = wrong.data.drawn as string
  const { m2, toMu } = await import('../land/definitions/area.ts')
  const good = await admin.post('/base-dlxx/dk/save', clean({ ...body, scmj: drawn, scmjm: toMu(m2(drawn)) }))
  expect([good.code, good.msg]).toEqual([200, '操作成功'])
  const again = await admin.post('/base-dlxx/dk/save', clean({ ...body, scmj: drawn, scmjm: toMu(m2(drawn)) }))
  expect(again.key).toBe('E1016')
  const bowTie = await admin.post('/base-dlxx/dk/save', clean({ ...body, geom: 'POLYGON((105 29,105.001 29.001,105.001 29,105 29.001,105 29))' }))
  expect(bowTie.key).toBe('geometry')
})
