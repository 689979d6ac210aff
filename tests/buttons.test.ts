import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkRoutes } from '../kit/server/mount.server.ts'
import { composed } from '../tools/composed.ts'
import { LIST_TYPE, LISTS, TYPES } from '../services/exchange/exports/exports.ts'
import { importPerm, TARGETS } from '../services/exchange/imports/targets.ts'
import { menus } from '../platform/seed/menus.ts'
import { missingButtons } from '../platform/seed/testing.ts'

const { routes, slices } = composed()
const resources = slices.flatMap((s) => s.resources)

test('every button that a route asks for can be granted', () => {
  expect(missingButtons(routes.flatMap((r) => [r.perm].flat()))).toEqual([])
})
/** Buttons that rules ask for behind a call of another button: two tasks of a case, jobs of others, the paper of a contract, a view for others, classified volumes, a correction that names another person. */
const BY_RULE = ['business_check', 'business_recheck', 'job_cancel', 'job_retry', 'cbht_print', 'list_view_share', 'file_group_secret', 'correction_person']
test('every button of the menus opens something: a call, a verb of a definition, an export, an import, or a rule that names it', () => {
  const opened = new Set([
    ...routes.flatMap((r) => [r.perm].flat()),
    ...resources.flatMap((r) => ['view', 'add', 'edit', 'delete', 'plain'].map((v) => `${r.name}_${v}`)),
    ...resources.filter((r) => r.path in LISTS).map((r) => `${r.name}_export`),
    ...TYPES.map((t) => `${t.entity}_export`),
    ...TARGETS.map(importPerm),
    ...menus.flatMap((m) => m.need ?? []),
    ...BY_RULE,
  ])
  expect(menus.filter((m) => m.category === 2 && !opened.has(m.code)).map((m) => m.code)).toEqual([])
})
test('the route table has no hole: permission, scope, audit, summary, one route a path', () => {
  expect(() => checkRoutes(routes)).not.toThrow()
  expect(() => checkRoutes([{ ...routes[0]!, perm: '' }])).toThrow('perm')
  expect(() => checkRoutes([routes[0]!, routes[0]!])).toThrow('two routes')
})

test('the dictionary of export types is the table by which exports are made, beside the list of any register', () => {
  const { dictionaries } = JSON.parse(readFileSync(new URL('../platform/seed/dictionaries.json', import.meta.url), 'utf8')) as {
    dictionaries: { code: string; items: { key: string; zh: string; en: string }[] }[]
  }
  const told = dictionaries.find((d) => d.code === 'export_type')!.items.map(({ key, zh, en }) => [key, zh, en])
  expect(told.filter(([key]) => key !== LIST_TYPE)).toEqual(TYPES.map(({ code, label }) => [code, label.zh, label.en]))
  expect(told.map(([key]) => key)).toContain(LIST_TYPE)
})
