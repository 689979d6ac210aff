// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import type { MenuNode } from '../../../kit/web/session.web.ts'
import { isScreenLocked, lock, unlock } from './shell/lock/lock.ts'
import { findMenus, hrefOf } from '../../../platform/shell/menus.web.ts'
import { historyStep, searchText } from './shell/steps.ts'
import { clearTabs, closeTabs, HOME, reloadTab, useTabs, visit } from './shell/tabs.ts'
import { tourAt, TOURS } from '../../../platform/shell/tours.ts'
import { THEME_COLOURS, inkOf } from '../../../platform/shell/theme.web.ts'

const menu = (name: string, path: string, children?: MenuNode[]): MenuNode => ({
  id: name,
  parentId: '0',
  code: name,
  name,
  path,
  category: 1,
  sort: 1,
  children,
})
const keys = () => useTabs.getState().tabs.map((x) => x.key)
beforeEach(clearTabs)

test('home is the first tab whichever page comes first', () => {
  visit('/a', {})
  visit('/b', {})
  expect(keys()).toEqual([HOME, '/a', '/b'])
})

test('a page visited again keeps its one tab with the new query', () => {
  visit('/a', { current: '1' })
  visit('/a', { current: '2' })
  expect(useTabs.getState().tabs.filter((x) => x.key === '/a')).toEqual([{ key: '/a', search: { current: '2' }, turn: 0 }])
})

test('closing the shown tab shows its right neighbour, then the left, then home; home stays', () => {
  for (const k of ['/a', '/b', '/c']) visit(k, {})
  expect(closeTabs(['/b'], '/b')?.key).toBe('/c')
  expect(closeTabs(['/c'], '/c')?.key).toBe('/a')
  expect(closeTabs(['/a'], HOME)).toBeUndefined()
  expect(closeTabs([HOME], HOME)).toBeUndefined()
  expect(keys()).toEqual([HOME])
})

test('reloading a tab gives it a new turn', () => {
  visit('/a', {})
  reloadTab('/a')
  expect(useTabs.getState().tabs.find((x) => x.key === '/a')?.turn).toBe(1)
})

test('menus are found by the beginning of a leaf name, ignoring case', () => {
  const tree = [menu('承包', '/x', [menu('承包方', '/x/cbf'), menu('Contracts', '/x/cbht')])]
  expect(findMenus(tree, '承包').map((x) => x.menu.path)).toEqual(['/x/cbf'])
  expect(findMenus(tree, ' con').map((x) => x.menu.path)).toEqual(['/x/cbht'])
  expect(findMenus(tree, '包方')).toEqual([])
})

test('an external menu leads to a frame by its code, never by its address', () => {
  expect(hrefOf(menu('gis', 'https://gis.example/a?b=c'))).toBe('/myiframe/gis')
})

test('the lock opens with its word only, and then forgets it; no store of the browser holds the word', async () => {
  await lock('2580-word')
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('2580-word')
  expect([await unlock('2'), isScreenLocked(), await unlock('2580-word'), isScreenLocked(), await unlock('2580-word')]).toEqual([
    false,
    true,
    true,
    false,
    false,
  ])
})

test('white text reads on the ink of every colour', () => {
  const light = (c: string) => [1, 3, 5].map((i) => parseInt(c.slice(i, i + 2), 16) / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
  for (const c of THEME_COLOURS) {
    const [r, g, b] = light(inkOf(c)) as [number, number, number]
    expect(1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05)).toBeGreaterThanOrEqual(4.5)
  }
})

test('opening a record is a step of its own, closing it goes back to the list that it lies over; filters replace', () => {
  const list = { cbfmc: '许', current: '2' }
  expect(historyStep(list, { ...list, open: 'view.1' }, undefined)).toBe('push')
  expect(historyStep({}, { book: '7', tab: 'life' }, undefined)).toBe('push')
  const over = searchText({ current: '2', cbfmc: '许' })
  expect(historyStep({ ...list, open: 'view.1' }, list, over)).toBe('back')
  // begun by its address, or the list has changed under it: there is nothing to go back to
  expect(historyStep({ ...list, open: 'view.1' }, list, undefined)).toBe('replace')
  expect(historyStep({ ...list, open: 'view.1' }, { ...list, current: '1' }, over)).toBe('replace')
  expect(historyStep({ ...list, open: 'add' }, { ...list, open: 'edit.9' }, over)).toBe('replace')
  expect(historyStep(list, { cbfmc: '王' }, undefined)).toBe('replace')
})

test('each guided tour has three to five steps in both languages, and what a step points at stands in the source', () => {
  const source = ['business/cases/web', 'land/map', 'views', 'platform/shell', 'apps/web/src/shell', 'kit/web']
    .flatMap((d) => readdirSync(d, { recursive: true, encoding: 'utf8' }).map((f) => `${d}/${f}`))
    .filter((f) => /\.tsx$/.test(f) && !f.includes('.test.'))
    .map((f) => readFileSync(f, 'utf8'))
    .join('\n')
  /** Classes of the libraries, which stand in no source of ours. */
  const LIBRARIES = /^(ant-|ol-)/
  for (const { title, steps } of Object.values(TOURS)) {
    expect([title.zh, steps.length >= 3 && steps.length <= 5]).toEqual([title.zh, true])
    for (const { at, title: head, text } of steps) {
      expect([at, ...[head.zh, text.zh].map((t) => /\p{Script=Han}/u.test(t)), ...[head.en, text.en].map((t) => /^[A-Z][\x20-\x7e’]+$/.test(t))]).toEqual([
        at,
        true,
        true,
        true,
        true,
      ])
      const marks = [...at.matchAll(/data-tour=([\w-]+)/g)].map((m) => `data-tour="${m[1]}"`)
      const classes = [...at.matchAll(/\.([\w-]+)/g)].map((m) => m[1]!).filter((c) => !LIBRARIES.test(c))
      expect(marks.filter((m) => !source.includes(m)).concat(classes.filter((c) => !new RegExp(`["' ]${c}["' ]`).test(source)))).toEqual([])
    }
  }
  expect([
    tourAt('/business/all'),
    tourAt('/business/all', 'view.7'),
    tourAt('/business/all', 'add.change_split'),
    tourAt('/map/index'),
    tourAt('/land/cbf'),
  ]).toEqual([undefined, undefined, 'accept', 'map', undefined])
})
