// @vitest-environment happy-dom
// A list that looks up what is typed: where the focus is, what is chosen by itself, and what Enter takes.
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pageFetch, type PageCall } from '../../services/camera/testing.server.ts'
import { FbfPicker } from './FbfPicker.web.tsx'
import { around } from '../../platform/parts/testing.ts'

const ISSUERS = [
  { fbfbm: '51202111920301', fbfmc: '玉顶村1组' },
  { fbfbm: '51202111920302', fbfmc: '玉顶村2组' },
]
// a busy computer draws a list slowly
configure({ asyncUtilTimeout: 20_000 })
let calls: PageCall[] = []
/** Answers of the server: the issuers that a list has. */
const serve = (issuers: () => readonly object[]) =>
  vi.stubGlobal('fetch', pageFetch({ page: () => ({ records: issuers(), total: issuers().length, current: 1, size: 30 }) }, calls))
beforeEach(() => {
  calls = []
  serve(() => ISSUERS)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a form that begins with its issuer has the focus there; the only issuer of a clerk is chosen, one of several is not', async () => {
  const took = vi.fn()
  const { unmount } = render(<FbfPicker first onChange={took} />, { wrapper: around })
  expect(document.activeElement).toBe(screen.getByRole('combobox'))
  await waitFor(() => expect(calls.length).toBe(1))
  expect(took).not.toHaveBeenCalled()
  unmount()
  serve(() => ISSUERS.slice(0, 1))
  render(<FbfPicker first onChange={took} />, { wrapper: around })
  await waitFor(() => expect(took.mock.calls).toEqual([['51202111920301']]))
  // in a form that begins with something else nothing is chosen, and the focus stays where it was
  cleanup()
  took.mockClear()
  render(<FbfPicker onChange={took} />, { wrapper: around })
  expect(document.activeElement).toBe(document.body)
  await waitFor(() => expect(calls.length).toBe(3))
  expect(took).not.toHaveBeenCalled()
})

test('Enter takes the only hit, also when the answer comes after the key; of several hits that come late none', async () => {
  let answer = ISSUERS.slice(1)
  serve(() => answer)
  const took = vi.fn()
  render(<FbfPicker onChange={took} />, { wrapper: around })
  const box = screen.getByRole('combobox')
  fireEvent.change(box, { target: { value: '2组' } })
  fireEvent.keyDown(box, { key: 'Enter' })
  await waitFor(() => expect(took.mock.calls).toEqual([['51202111920302']]))
  answer = ISSUERS
  took.mockClear()
  const before = calls.length
  fireEvent.change(box, { target: { value: '玉顶' } })
  fireEvent.keyDown(box, { key: 'Enter' })
  await waitFor(() => expect(calls.length).toBeGreaterThan(before))
  await act(async () => {})
  expect(took).not.toHaveBeenCalled()
})
