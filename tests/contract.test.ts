// What every route promises; what every definition promises stands in contract/.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Field } from '../kit/model/field.ts'
import type { Problem } from '../kit/model/problem.ts'
import { isEditable } from '../kit/model/resource.ts'
import { handlings } from '../apps/server/handlings.server.ts'
import type { Form } from '../business/cases/definitions/business.ts'
import { formDays, type FormShape } from '../business/cases/definitions/form.ts'
import { readFindings } from '../business/extension/households/survey.ts'
import { declaredBody } from '../kit/server/input.server.ts'
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
const isDay = (f: Field) => f.kind === 'date' || f.kind === 'datetime'
/** Days and moments that nobody types: before there were years, beyond any life. */
const BEYOND = ['0001-01-01', '9998-12-31'] as const
const typed = (f: Field, day: string) => (f.kind === 'datetime' ? `${day} 00:00:00` : day)
test('each day and moment that a call takes has its bounds, whatever the call', () => {
  const unbound: string[] = []
  const days: string[] = []
  for (const r of w.routes as readonly Route[])
    for (const [n, f] of Object.entries(typeof r.body === 'object' && r.method === 'POST' ? r.body : {})) {
      // what a definition derives is never taken from a body
      if (!isEditable(f) || r.derived?.includes(n)) continue
      // entries of a list are judged by whoever reads them
      if (`${r.path} ${n}` !== '/sign/onsite/deliver wrong' && Object.values(f.items ?? {}).some((x) => isDay(x) && isEditable(x)))
        unbound.push(`${r.path} ${n}: a day in a list`)
      if (!isDay(f)) continue
      days.push(`${r.path} ${n}`)
      for (const day of BEYOND) {
        const refused = caught(() => declaredBody(r, { [n]: typed(f, day) }, '2026-03-02'))
        if (!refused?.some((x) => x.field === n)) unbound.push(`${r.path} ${n}: ${day}`)
      }
    }
  expect(unbound).toEqual([])
  expect(days.length).toBeGreaterThan(40)
})
const caught = (work: () => unknown): readonly { field: string }[] | undefined => {
  try {
    work()
    return undefined
  } catch (e) {
    return (e as Problem).details as { field: string }[]
  }
}
/** Each day of a form, with a form in which it alone is said. */
function daysOf(shape: FormShape, put: (v: Form) => Form = (v) => v, at: readonly string[] = []): { path: string; form: (day: string) => Form }[] {
  return Object.entries(shape).flatMap(([n, part]) => {
    if ('many' in part) return daysOf(part.many, (v) => put({ [n]: [v] }), [...at, n, '0'])
    if ('one' in part) return daysOf(part.one, (v) => put({ [n]: v }), [...at, n])
    return isDay(part) && isEditable(part) ? [{ path: [...at, n].join('.'), form: (day) => put({ [n]: typed(part, day) }) }] : []
  })
}
test('a day in the findings of a survey has its bounds', () => {
  for (const until of BEYOND)
    expect(readFindings({ circulation: [{ to: '张三', until }] }, { members: [], dkbms: [] }, '2026-03-02').wrong.map((x) => x.field)).toEqual([
      'survey.circulation.0.until',
    ])
})
test.each(Object.values(handlings).map((h) => [h.type.code, h.type.shape] as const))(
  'each day of the form of %s has its bounds, wherever it stands',
  (_, shape) => {
    for (const { path, form } of daysOf(shape))
      for (const day of BEYOND) expect([path, day, formDays(shape, form(day), '2026-03-02').map((x) => x.field)]).toEqual([path, day, [path]])
  },
)
test('a call that takes its body as it is sent is named here: it reads no day, or judges it by its own rule', () => {
  const any = (w.routes as readonly Route[]).filter((r) => r.body === 'any').map((r) => r.path)
  expect(any.toSorted()).toEqual(AS_SENT.toSorted())
})
/** Calls whose bodies are not declared: names, codes, choices and lists of them. Drafts of forms are kept as typed, and judged by the call of the form. */
const AS_SENT = `
  /base-qssj/cbjyqz/print-paper /base-qssj/djb/print/exe /yw-accept/business/paper/exe /basic/user-setting/submit /importBatch/accept /sms/message/history/submit
  /basic/form-draft/drop /basic/form-draft/keep /cpt-auth/oauth/token /cpt-user/update-password /cpt-system/top-menu/grant /cpt-system/topmenu/grant
  /cpt-resource/attach/endpoint/offline_pdf /cpt-resource/sms/endpoint/send-validate /cpt-resource/sms/endpoint/validate-message /cpt-resource/sms/receipt
  /hjb/hjbinfo/submit`
  .trim()
  .split(/\s+/)
test('a parcel is checked against its drawing', async () => {
  const fbfbm = '51202111920390'
  const body = sample(dk, { fbfbm, tdlylx: '013', dldj: '01', syqxz: '31' })
  const wrong = await admin.post('/base-dlxx/dk/save', clean(body))
  expect(wrong.key).toBe('area-mismatch')
  const drawn = wrong.data.drawn as string
  const { m2, toMu } = await import('../land/definitions/area.ts')
  const good = await admin.post('/base-dlxx/dk/save', clean({ ...body, scmj: drawn, scmjm: toMu(m2(drawn)) }))
  expect([good.code, good.msg]).toEqual([200, '操作成功'])
  // the unit number is that of the first by now
  const another = { ...body, bdcdyh: null }
  const again = await admin.post('/base-dlxx/dk/save', clean({ ...another, scmj: drawn, scmjm: toMu(m2(drawn)) }))
  expect(again.key).toBe('E1016')
  const bowTie = await admin.post('/base-dlxx/dk/save', clean({ ...another, geom: 'POLYGON((105 29,105.001 29.001,105.001 29,105 29.001,105 29))' }))
  expect(bowTie.key).toBe('geometry')
})
