// @vitest-environment happy-dom
// A region is chosen in a tree beside what is shown of it, on a narrow screen in a select above, in both languages.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { App } from 'antd'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { text } from '../../kit/model/field.ts'
import { defineResource } from '../../kit/model/resource.ts'
import { setLang } from '../../kit/web/i18n.web.ts'
import { SearchBar } from '../../kit/web/SearchBar.web.tsx'
import { unstyled } from '../../tests/unstyled.ts'
import { BesideRegions } from './BesideRegions.web.tsx'

unstyled()
const NARROW = 390
let told: (() => void)[] = []
beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code: 200, success: true, msg: '', data: [{ code: '512021', name: '安岳县' }] })))
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  setLang('zh')
  vi.unstubAllGlobals()
})
/** A window so wide, as style sheets and scripts are told. */
const windowOf = (width: number) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width >= Number(/min-width:\s*(\d+)/.exec(query)?.[1] ?? 0) && width <= Number(/max-width:\s*(\d+)/.exec(query)?.[1] ?? Infinity),
    media: query,
    ...Object.fromEntries(['addListener', 'removeListener', 'addEventListener', 'removeEventListener'].map((n) => [n, () => undefined])),
  }))
const shown = (onChange: (code: string | undefined) => void, value?: string) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <BesideRegions value={value} onChange={onChange}>
          <p>清单</p>
        </BesideRegions>
      </App>
    </QueryClientProvider>,
  )

test('on a wide screen a chip names the region, and the tree stands beside it when it is asked for', async () => {
  windowOf(1440)
  shown(() => undefined)
  expect(screen.queryByRole('navigation')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '全部区域' }))
  expect(await screen.findByRole('navigation', { name: '区域' })).toBeTruthy()
  expect([screen.queryByRole('combobox'), screen.getByText('清单').textContent]).toEqual([null, '清单'])
})
test.each([
  ['zh', '区域'],
  ['en', 'Regions'],
] as const)('on a narrow screen one line above it chooses the region and takes it back (%s)', async (lang, name) => {
  windowOf(NARROW)
  setLang(lang)
  const asked: (string | undefined)[] = []
  const { unmount } = shown((code) => asked.push(code))
  expect(screen.queryByRole('navigation')).toBeNull()
  fireEvent.mouseDown(screen.getByRole('combobox', { name }))
  fireEvent.click(await screen.findByText('安岳县'))
  expect(asked).toEqual(['512021'])
  unmount()
  shown((code) => asked.push(code), '512021')
  fireEvent.click(document.querySelector('.ant-select-clear')!)
  expect(asked).toEqual(['512021', undefined])
})

test('a search whose only field is the region, which a narrow screen shows later, has as many columns as fit', () => {
  told = []
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(tell: (e: object[]) => void) {
        told.push(() => tell([{ contentRect: { width: NARROW - 24 } }]))
      }
      observe = () => undefined
      disconnect = () => undefined
    },
  )
  const r = defineResource({
    name: 'task',
    label: '任务',
    en: 'Task',
    path: '/task',
    scope: 'tenant' as const,
    title: 'at',
    fields: { at: text('名称', { en: 'Name', search: 'eq' }) },
  })
  const bar = (without: string[]) => (
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <SearchBar of={r} filters={{}} without={without} onSearch={() => undefined} />
      </App>
    </QueryClientProvider>
  )
  const { rerender } = render(bar(['at']))
  rerender(bar([]))
  act(() => told.forEach((tell) => tell()))
  expect((screen.getByRole('search').firstElementChild as HTMLElement).style.gridTemplateColumns).toBe('repeat(1, minmax(0, 1fr))')
})
