// @vitest-environment happy-dom
// The gallery shows every part that screens are made of, in both languages, and asks for no rows.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { setLang } from '../../../../../kit/web/i18n.web.ts'
import { around } from '../../../../../platform/parts/testing.ts'
import { pageFetch, type PageCall } from '../../../../../services/camera/testing.server.ts'
import { unstyled } from '../../../../../tests/unstyled.ts'
import { pages, titles } from '../../pages.ts'
import Gallery from './Gallery.tsx'
import { galleryWords } from './words.ts'

unstyled()
vi.mock('../../../../../views/home/Chart.web.tsx', () => ({ AxesChart: ({ label }: { label: string }) => <figure aria-label={label} />, COLOURS: {} }))
afterEach(() => {
  cleanup()
  setLang('zh')
  vi.unstubAllGlobals()
})
const { head, values, filters, table, cards, selected, form, dialogs, empty, chart } = galleryWords

test('each part stands there in both languages; nothing is asked for but words', async () => {
  const calls: PageCall[] = []
  vi.stubGlobal('fetch', pageFetch({ dictionary: () => [], list: () => [] }, calls))
  render(<Gallery />, { wrapper: around })
  for (const lang of ['zh', 'en'] as const) {
    act(() => setLang(lang))
    for (const w of [head, values, filters, table, cards, selected, form, dialogs, empty, chart]) {
      const part = screen.getByRole('region', { name: w[lang] })
      expect([w.en, part.children.length > 1]).toEqual([w.en, true])
    }
  }
  expect(calls.filter((c) => c.method !== 'GET' || ['page', 'detail'].includes(c.path))).toEqual([])
  expect([pages['/develop/gallery'] !== undefined, titles['/develop/gallery']]).toEqual([true, galleryWords.title])
})

test('a part of lists, records, forms and dialogs that the gallery does not show is told by name', () => {
  const ROOT = join(import.meta.dirname, '../../../../..')
  const shown = readFileSync(join(import.meta.dirname, 'Gallery.tsx'), 'utf8')
  const files = ['kit/web/dialogs', 'kit/web/SidePanel', 'kit/web/ResourceTable', 'platform/record/Head', 'platform/record/Values']
  const lists = ['platform/list/Cards', 'platform/list/Filters', 'platform/list/SelectionBar', 'platform/parts/SteadyForm', 'platform/parts/LoadFailed']
  const parts = [...files, ...lists].flatMap((f) =>
    [...readFileSync(join(ROOT, `${f}.web.tsx`), 'utf8').matchAll(/export function ([A-Z]\w+)/g)].map((m) => m[1]!),
  )
  expect(parts.length).toBeGreaterThan(10)
  expect(parts.filter((p) => !shown.includes(`<${p}`))).toEqual([])
})
