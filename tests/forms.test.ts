// docs/forms.md is true: every form has its call, its button and its sample, and no form is left out.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { VOLUME_PARTS } from '../business/archives/volume-doc.ts'
import { PLAN_PAPERS } from '../business/extension/plans/papers.ts'
import { PAPERS } from '../business/papers/papers.ts'
import { LAND_FORMS } from '../land/parts/land-form-names.ts'
import { REGISTER_FORMS } from '../land/paper/register-forms.ts'
import { entries } from '../kit/model/resource.ts'
import { composed } from '../tools/composed.ts'
import { FORMS, formsPage } from '../tools/forms/list.ts'

const { routes, slices } = composed()
const keys = FORMS.map((x) => x.key)

test('docs/forms.md is what the list says', () => {
  expect(readFileSync('docs/forms.md', 'utf8')).toBe(formsPage())
})
test.each(FORMS)('$no $name has a call that answers a file, a button that names it, and a sample', ({ key, route, page, says }) => {
  const call = routes.find((r) => r.path === route && r.method === 'GET') ?? routes.find((r) => r.path === route)
  expect([route, call?.answer]).toEqual([route, 'file'])
  expect([page, readFileSync(page, 'utf8').includes(says)]).toEqual([page, true])
  expect([key, existsSync(`docs/forms/${key}.png`) && statSync(`docs/forms/${key}.png`).size > 1000]).toEqual([key, true])
})
test('no form is left out, and no picture is of none', () => {
  const expected = [
    ...Object.keys(PAPERS)
      .filter((p) => p !== 'mandates')
      .map((p) => `case-${p}`),
    'declaration',
    'authority',
    'boundary-mandate',
    ...Object.keys(LAND_FORMS),
    ...Object.keys(REGISTER_FORMS),
    ...Object.keys(PLAN_PAPERS).map((p) => `plan-${p}`),
    ...VOLUME_PARTS.map((p) => `volume-${p}`),
  ]
  expect(expected.filter((k) => !keys.includes(k))).toEqual([])
  expect(new Set(keys).size).toBe(keys.length)
  expect(readdirSync('docs/forms').toSorted()).toEqual(keys.map((k) => `${k}.png`).toSorted())
  expect(FORMS.length).toBeGreaterThanOrEqual(62)
})

test('what is said under a field is short, in both languages, more than its name, and stands in a form', () => {
  const helped = slices.flatMap((s) => s.resources).flatMap((r) => entries(r).flatMap(([n, f]) => (f.help ? [{ at: `${r.name}.${n}`, f, help: f.help }] : [])))
  const wrong = helped.filter(
    ({ f, help: { zh, en } }) =>
      f.form === 'none' || f.form === 'read' || !/^(?=.*\p{Script=Han})[^。]{4,60}$/u.test(zh) || !/^[^\u3000-\u9fff]{10,140}$/.test(en) || zh === f.label,
  )
  expect(wrong.map((w) => w.at)).toEqual([])
  expect(helped.length).toBeGreaterThanOrEqual(60)
})
