// @vitest-environment happy-dom
import { theme as antd } from 'antd'
import { readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import type { MenuNode } from '../../../kit/web/session.web.ts'
import { allowedCallback, hasCallback, judgeCallback, noteCallback } from '../../../platform/shell/callback.web.ts'
import { isChunkFault } from '../../../platform/shell/Failed.web.tsx'
import { badgeOf, clearFaults, clientFault, MOST, noteFault, useFaults } from '../../../platform/shell/faults.web.ts'
import { menus as seeded } from '../../../platform/seed/menus.ts'
import { verdictOf, type Visit } from './guard.ts'
import { pages, titles } from './pages.ts'
import { officePage, titleOf } from './shell/titles.ts'
import { addressOf } from './pages/Frame.tsx'
import { menusFor } from '../../../platform/shell/menus.web.ts'
import { RELEASES } from '../../../platform/shell/releases.ts'
import { actionsOf, askOf, menusOf, RECORDS } from './shell/palette.ts'
import { dialogOf } from './shell/shortcuts.ts'
import { typedSum } from './shell/sums.ts'
import { showsLarge, showsSignCount } from '../../../platform/shell/own-site.web.ts'
import { hasNoTab } from './shell/tabs.ts'
import { firstOf, patchTo, viewSearch, viewOf, type SavedView } from './shell/views/views.ts'
import { FIRST_LOOK, inkOf, isDark, lookOf, themeOf, varsOf } from '../../../platform/shell/theme.web.ts'
import { themeNamed, THEMES, type ThemeName } from '../../../platform/shell/themes.ts'

const menu = (code: string, name: string, children?: MenuNode[], roles?: string, path = `/${code}`): MenuNode => ({
  id: code,
  parentId: '0',
  code,
  name,
  path,
  category: 1,
  sort: 1,
  ...(children ? { children } : {}),
  ...(roles ? { roles } : {}),
})
beforeEach(() => {
  sessionStorage.clear()
  clearFaults()
})

const visit = (path: string, more: Partial<Visit> = {}) => verdictOf({ path, signedIn: true, locked: false, callback: false, ...more })

test('guard: who is signed in and asks for a login goes to the start, on the telephone to its start', () => {
  expect([visit('/login'), visit('/user-login'), visit('/mobile/login')]).toEqual(['/', '/', '/mobile/index'])
})
test('guard: a locked screen leads to the lock from everywhere but the error pages, and the lock opens only when locked', () => {
  expect([visit('/land/cbf', { locked: true }), visit('/large', { locked: true }), visit('/lock', { locked: true })]).toEqual(['/lock', '/lock', 'pass'])
  expect([visit('/lock'), visit('/404', { locked: true })]).toEqual(['/', 'pass'])
})
test('guard: without a token every page leads to the login, or back to the embedding program when one waits', () => {
  const nobody = { signedIn: false }
  expect([visit('/', nobody), visit('/land/cbf', nobody), visit('/lock', nobody), visit('/large', nobody)]).toEqual(Array(4).fill('/login'))
  expect([visit('/mobile/index', nobody), visit('/mobile/map', nobody)]).toEqual(['/mobile/login', '/mobile/login'])
  expect(visit('/land/cbf', { signedIn: false, callback: true })).toBe('callback')
})
test('guard: the account of the screen on the wall begins there; everybody else begins at home', () => {
  expect([visit('/', { wall: true }), visit('/wel/index', { wall: true }), visit('/large', { wall: true })]).toEqual(['/large', '/large', 'pass'])
  expect([visit('/map/index', { wall: true }), visit('/wel/index'), visit('/wel/index', { wall: true, locked: true })]).toEqual(['pass', 'pass', '/lock'])
})
test('guard: pages that ask for nobody pass', () => {
  for (const path of ['/login', '/user-login', '/mobile/login', '/403', '/404', '/500']) expect(visit(path, { signedIn: false, callback: true })).toBe('pass')
  expect(visit('/land/cbf')).toBe('pass')
})

test('a callback address counts only when the server names its origin exactly', () => {
  const list = ['https://gov.example', 'http://10.0.0.1:8080']
  const good = ['https://gov.example/back?a=1', 'http://10.0.0.1:8080/']
  expect(good.map((a) => allowedCallback(a, list))).toEqual(good)
  const bad = [
    'https://gov.example.evil.org/',
    'http://gov.example/',
    'https://gov.example:444/',
    'https://user@gov.example/',
    'javascript:alert(1)',
    '//gov.example',
    'gov.example',
    '',
  ]
  expect(bad.map((a) => allowedCallback(a, list))).toEqual(bad.map(() => undefined))
})
test('a callback of the entry address is taken after the server has allowed it, and forgotten otherwise', () => {
  noteCallback('?callback=https%3A%2F%2Fevil.example%2F')
  expect([judgeCallback(['https://gov.example']), hasCallback()]).toEqual([false, false])
  noteCallback('?callback=https%3A%2F%2Fgov.example%2Fback')
  expect(hasCallback()).toBe(false)
  expect([judgeCallback(['https://gov.example']), hasCallback(), judgeCallback([])]).toEqual([true, true, false])
})

test('there are eleven themes, white is the default, and what a browser kept before is understood', () => {
  expect(Object.keys(THEMES)).toEqual(['default', 'white', 'dark', 'colourful', 'smart', 'iview', 'vip', 'cool', 'd2', 'hey', 'lte'])
  expect(FIRST_LOOK).toEqual({ theme: 'white', colour: '#027cff' })
  expect(lookOf({ dark: true, colour: '#2C6E49' })).toEqual({ theme: 'dark', colour: '#2c6e49' })
  expect([lookOf(undefined), lookOf({ theme: 'toString', colour: 'red;}' })]).toEqual([FIRST_LOOK, FIRST_LOOK])
})

const channel = (v: number) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
const light = (hex: string) => [0.2126, 0.7152, 0.0722].reduce((sum, w, i) => sum + w * channel(parseInt(hex.slice(1 + 2 * i, 3 + 2 * i), 16) / 255), 0)
const contrast = (a: string, b: string) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05)
/** A colour with transparency laid over another. */
const over = (top: string, ground: string): string => {
  const alpha = top.length === 9 ? parseInt(top.slice(7), 16) / 255 : 1
  const mixed = [1, 3, 5].map((i) => Math.round(parseInt(top.slice(i, i + 2), 16) * alpha + parseInt(ground.slice(i, i + 2), 16) * (1 - alpha)))
  return `#${mixed.map((c) => c.toString(16).padStart(2, '0')).join('')}`
}
test('in every theme and in bright colours the writing of both bars reads on its ground, also on what is chosen', () => {
  const faint: string[] = []
  for (const name of Object.keys(THEMES) as ThemeName[])
    for (const colour of ['#027cff', '#ffd400', '#2c6e49'])
      for (const part of ['head', 'side'] as const) {
        const s = themeNamed(name)[part](inkOf(colour))
        for (const ground of s.bg.match(/#[0-9a-f]{6}/gi)!) {
          const on = over(s.on, ground)
          for (const [what, ink, bg] of [
            ['ink', s.ink, ground],
            ['mute', s.mute, ground],
            ['chosen', s.onInk, on],
          ] as const)
            if (contrast(ink, bg) < 4.5) faint.push(`${name} ${part} ${what} ${colour}: ${contrast(ink, bg).toFixed(2)}`)
        }
      }
  expect(faint).toEqual([])
})
test('what stands under the pointer reads as well: links, buttons, dangers', () => {
  const faint: string[] = []
  for (const name of Object.keys(THEMES) as ThemeName[])
    for (const colour of ['#027cff', '#ffd400', '#2c6e49']) {
      const look = { theme: name, colour }
      const t = antd.getDesignToken(themeOf(look))
      const grounds = isDark(look) ? ['#141414', '#1f1f1f'] : ['#ffffff', '#fafafa']
      for (const key of [
        'colorLink',
        'colorLinkHover',
        'colorLinkActive',
        ...(isDark(look) ? [] : (['colorError', 'colorErrorHover', 'colorErrorActive'] as const)),
      ] as const)
        for (const ground of grounds)
          if (contrast(t[key], ground) < 4.5) faint.push(`${name} ${colour} ${key} on ${ground}: ${contrast(t[key], ground).toFixed(2)}`)
      if (contrast(t.colorTextPlaceholder, isDark(look) ? '#141414' : '#f5f5f5') < 4.5) faint.push(`${name} placeholder ${t.colorTextPlaceholder}`)
      // fields of a record that is looked at are locked
      const [locked, field] = [themeOf(look).components!.Input!.colorTextDisabled!, isDark(look) ? '#303030' : '#f5f5f5']
      if (contrast(locked, field) < 7) faint.push(`${name} locked ${locked} on ${field}: ${contrast(locked, field).toFixed(2)}`)
      for (const key of ['colorPrimary', 'colorPrimaryHover', 'colorPrimaryActive'] as const)
        if (contrast('#ffffff', t[key]) < 4.5) faint.push(`${name} ${colour} white on ${key}: ${contrast('#ffffff', t[key]).toFixed(2)}`)
    }
  expect(faint).toEqual([])
})
test('a look becomes variables for the top bar, the sidebar and the tags', () => {
  expect(varsOf({ theme: 'vip', colour: '#027cff' })).toMatchObject({ '--head-bg': '#211b14', '--side-onink': '#2b1f0a', '--bar-bg': '#ffffff' })
})

test('the newest release is the version of the product, and releases go back in time', () => {
  expect(RELEASES[0].version).toBe((JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version)
  const days = RELEASES.map((r) => r.day)
  expect(days).toEqual(days.toSorted().toReversed())
  expect(new Set(RELEASES.map((r) => r.version)).size).toBe(RELEASES.length)
})

test('menus that name roles are shown to these roles only', () => {
  const tree = [menu('a', '甲'), menu('b', '乙', undefined, 'county, town'), menu('c', '丙', [menu('d', '丁', undefined, 'admin')])]
  expect(menusFor(tree, 'town').map((m) => m.code)).toEqual(['a', 'b', 'c'])
  expect(menusFor(tree, 'administrator')).toEqual(tree)
  expect(menusFor(tree, 'village').map((m) => [m.code, m.children?.length])).toEqual([
    ['a', undefined],
    ['c', 0],
  ])
})
test('every page has a title, in both languages: its menu’s, its own, or that of the page above it', () => {
  const leaves = seeded.filter((m) => m.category === 1).map((m) => menu(m.code, m.name, undefined, undefined, m.path))
  const raw = Object.keys(pages).filter((p) => !p.startsWith('/myiframe/') && titleOf(p.replace(/\/:.*$/, ''), leaves).startsWith('/'))
  expect(raw).toEqual([])
  for (const t of Object.values(titles)) expect([/\p{Script=Han}/u.test(t.zh), /^[ -~]+$/.test(t.en)]).toEqual([true, true])
})

test('what was begun on a telephone is called something in the office, and a case is led to where the office handles it', () => {
  expect(['/mobile/index?case=7', '/mobile/index?case=%227%22', '/mobile/index', '/mobile/map?dkbm=7', '/land/cbf?open=edit.7'].map(officePage)).toEqual([
    '/business/todo?open=edit.7',
    '/business/todo?open=edit.7',
    '/mobile/index',
    '/mobile/map?dkbm=7',
    '/land/cbf?open=edit.7',
  ])
  expect(['/mobile/index', '/mobile/map'].map((p) => titleOf(p, []))).toEqual(['移动端', '地图'])
})

test('the signature count is for region codes of nine characters and more', () => {
  expect(['512021', '512021119', '512021119203'].map(showsSignCount)).toEqual([false, true, true])
})
test('the large screen is for three roles, in the sx deployment only', () => {
  expect(['administrator', 'admin', 'large', 'town,large'].map((r) => showsLarge(r, 'sx'))).toEqual([true, true, true, true])
  expect([showsLarge('county', 'sx'), showsLarge('superadmin', 'sx'), showsLarge('admin', ''), showsLarge('admin', 'sc')]).toEqual(Array(4).fill(false))
})

test('unhandled faults are kept newest first, refused and broken-off calls are not, and the badge stops at 99', () => {
  expect(clientFault('error', Object.assign(new Error('x'), { code: 400, msg: 'x' }), '', '/', '')).toBeUndefined()
  expect(clientFault('promise', new DOMException('gone', 'AbortError'), '', '/', '')).toBeUndefined()
  for (let i = 0; i <= MOST; i++) noteFault('error', new TypeError(`n${i}`), 'x'.repeat(5000))
  const { list } = useFaults.getState()
  expect([list.length, list[0]!.message, list[0]!.info.length]).toEqual([MOST, `TypeError: n${MOST}`, 2000])
  expect([badgeOf(0), badgeOf(1), badgeOf(99), badgeOf(100)]).toEqual(['', '1', '99', '99+'])
})
test('a page file that did not arrive is told from a fault of a page', () => {
  expect(isChunkFault(new TypeError('Failed to fetch dynamically imported module: http://x/a.js'))).toBe(true)
  expect([isChunkFault(new TypeError('x is undefined')), isChunkFault('text')]).toEqual([false, false])
})

test('the palette finds menus by name first and then by the initials of their syllables', () => {
  const tree = [menu('a', 'cbf list'), menu('b', '承包方'), menu('c', '地块')]
  const initials = (name: string) => ({ 承包方: 'cbf', 地块: 'dk' })[name] ?? name
  expect(menusOf(tree, 'CBF', initials).map((x) => x.menu.code)).toEqual(['a', 'b'])
  expect(menusOf(tree, 'cbf').map((x) => x.menu.code)).toEqual(['a'])
  expect(menusOf(tree, '包', initials)).toEqual([])
})
test('the palette asks for records by code when digits are typed, by name otherwise, and not for too little', () => {
  const [cbf] = RECORDS
  expect(askOf(cbf!, '512021119')).toEqual({ cbfbm: '512021119', current: 1, size: 5 })
  expect(askOf(cbf!, ' 张三 ')).toEqual({ cbfmc: '张三', current: 1, size: 5 })
  expect([askOf(cbf!, '51202'), askOf(cbf!, '张'), askOf(cbf!, '512021 OR 1')]).toEqual([undefined, undefined, undefined])
})
test('actions are found by their beginning in either language', () => {
  expect(actionsOf('锁')[0]!.label.en).toBe('Lock screen')
  expect(actionsOf('sign o').map((a) => a.label.zh)).toEqual(['退出登录'])
})
test('the palette begins a case of each of the eleven types, adds what a person may add, and changes the look; before anything is typed it shows the shell alone', () => {
  const named = (text: string, can?: (perm: string) => boolean) => actionsOf(text, can).map((a) => a.label.zh)
  expect(named('受理')).toHaveLength(11)
  expect([named('分户'), named('转让'), named('暗色')]).toEqual([['受理：分户'], ['受理：转让'], ['主题：暗色']])
  expect(actionsOf('分户')[0]).toMatchObject({ to: '/business/todo', open: 'add.change_split' })
  expect(named('新增')).toEqual(['新增发包方', '新增承包方', '新增地块'])
  expect(named('新增', (perm) => perm === 'dk_add')).toEqual(['新增地块'])
  expect(named('受理', () => false)).toEqual([])
  expect(actionsOf('split', undefined, () => 'Split of a household').map((a) => a.label.en)).toEqual(Array(11).fill('Accept: Split of a household'))
  expect(actionsOf('').some((a) => a.perm || 'theme' in a)).toBe(false)
})
test('Ctrl K opens the palette while writing as well, ? the help only when nobody writes', () => {
  const key = (k: string, more: object = {}) => dialogOf({ key: k, ctrlKey: false, metaKey: false, altKey: false, target: document.body, ...more })
  const input = document.createElement('input')
  expect([key('k', { ctrlKey: true, target: input }), key('K', { metaKey: true }), key('?')]).toEqual(['palette', 'palette', 'keys'])
  expect([key('?', { target: input }), key('k'), key('?', { ctrlKey: true })]).toEqual([undefined, undefined, undefined])
})
test('an external page gets the query of its tab, but nothing that its own address says already', () => {
  expect(addressOf('https://gis.example/a?b=1', { b: '2', c: '3' })).toBe('https://gis.example/a?b=1&c=3')
})
test('a view is filters, order and size of a list; it replaces what is shown, and is known again', () => {
  const now = { cbfmc: '程', current: '3', size: '30', open: 'view.1', descs: 'cbfbm' }
  const view = { id: '1', title: '程家', kind: 'private', roleId: null, mayEdit: 1, layout: { search: viewSearch(now) } } satisfies SavedView
  expect(view.layout.search).toEqual({ cbfmc: '程', size: '30', descs: 'cbfbm' })
  expect(patchTo({ dkbm: '5', current: '2' }, view)).toEqual({ dkbm: undefined, current: undefined, cbfmc: '程', size: '30', descs: 'cbfbm' })
  expect([viewOf([view], now)?.title, viewOf([view], { ...now, zt: '1' }), viewOf([view], { cbfmc: '程' })]).toEqual(['程家', undefined, undefined])
  // a list begins with its role's view where its address asks for nothing
  const first: SavedView = { ...view, id: '2', kind: 'role' }
  expect([firstOf([view, first], {})?.id, firstOf([view, first], { cbfmc: '程' }), firstOf([view, first], { open: 'view.1' }), firstOf([view], {})]).toEqual([
    '2',
    undefined,
    undefined,
    undefined,
  ])
  // with the one that the person pinned before that, while it is there
  expect([firstOf([view, first], {}, '1')?.id, firstOf([view, first], {}, '9')?.id, firstOf([view, first], { zt: '1' }, '1')]).toEqual(['1', '2', undefined])
})
test('a sum is worked out exactly, whichever signs it is typed with; days, codes and phone numbers are none', () => {
  const sums = {
    '0.1+0.2': '0.3',
    '＝12.5×3－（4+1）÷2': '35',
    '10/3=': '3.333333',
    '-5+2': '-3',
    '=1/-4': '-0.25',
    '2.005*100': '200.5',
    '12 - 3': '9',
    '3×4': '12',
  }
  expect(Object.keys(sums).map((t) => typedSum(t))).toEqual(Object.values(sums))
  const none = ['', '12', '-5', '5/0', '1/(2-2)', '2//3', '3+', '(1+2', '2026-03-01', '0831-2345678', '512021119203', 'cbf', '1+a']
  // a house, a village's paper, days, telephones, a masked number: what people look for is not reckoned before they say so
  none.push('12-3', '3-2-501', '（2024）-15', '2026/3/1', '2026-11-30', '138-1234-5678', '10/3', '512*1234', '川-12-3', '3-2组')
  expect(none.flatMap((t) => typedSum(t) ?? [])).toEqual([])
})
test('a page that is one step of another has no tag', () => {
  expect([hasNoTab('/work/process/leave/form/1'), hasNoTab('/work/process/leave/detail/1/2'), hasNoTab('/land/cbf')]).toEqual([true, false, false])
})
