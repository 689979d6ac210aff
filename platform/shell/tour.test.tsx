// @vitest-environment happy-dom
// A guided tour: what it shows, by what it goes on, and what the reader does not have.
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { setLang } from '../../kit/web/i18n.web.ts'
import { around } from '../parts/testing.ts'
import Tour from './Tour.web.tsx'
import { useSeenTours } from './tours.web.ts'
import { TOURS, tourWords as words } from './tours.ts'

// a busy computer draws slowly
configure({ asyncUtilTimeout: 20_000 })
afterEach(() => {
  cleanup()
  document.body.innerHTML = ''
  setLang('zh')
})
/** A page with these parts. */
const page = (html: string) => {
  document.body.innerHTML = html
  for (const x of document.querySelectorAll('*')) vi.spyOn(x, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList)
}
const title = () => document.querySelector('.ant-tour-title')?.textContent

test.each(['zh', 'en'] as const)('a tour goes on by buttons and arrows, leaves out what is not there, and ends with its last step (%s)', async (lang) => {
  setLang(lang)
  // the menu is folded away on a telephone
  page('<div class="home-none"></div><div class="home-tabs"></div><div class="shell-tools"></div>')
  const [todo, tabs, , tools] = TOURS.home.steps
  const closed = vi.fn()
  render(<Tour of="home" onClose={closed} />, { wrapper: around })
  await waitFor(() => expect(title()).toBe(todo!.title[lang]))
  // the keyboard is on the button that goes on
  await waitFor(() => expect(document.activeElement?.textContent?.replace(' ', '')).toBe(words.next[lang]))
  fireEvent.click(screen.getByRole('button', { name: words.next[lang] }))
  await waitFor(() => expect(title()).toBe(tabs!.title[lang]))
  fireEvent.keyDown(window, { key: 'ArrowLeft' })
  await waitFor(() => expect(title()).toBe(todo!.title[lang]))
  fireEvent.keyDown(window, { key: 'ArrowRight' })
  await waitFor(() => expect(title()).toBe(tabs!.title[lang]))
  fireEvent.keyDown(window, { key: 'ArrowRight' })
  await waitFor(() => expect(title()).toBe(tools!.title[lang]))
  expect(screen.queryByRole('button', { name: words.skip[lang] })?.className).toContain('close')
  fireEvent.click(screen.getByRole('button', { name: new RegExp([...words.finish[lang]].join('\\s*')) }))
  expect(closed).toHaveBeenCalled()
})

function Mark() {
  const { mark } = useSeenTours(true)
  return <button onClick={() => mark('wall')}>mark</button>
}
test('a tour is remembered beside those that were seen before, never in their place before they are known', async () => {
  const sent: unknown[] = []
  let tell = (_: Response) => {}
  const kept = new Promise<Response>((done) => (tell = done))
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (!url.includes('user-setting/submit')) return kept
    sent.push(JSON.parse(String(init.body)))
    return new Response('{"code":200}')
  })
  render(<Mark />, { wrapper: around })
  fireEvent.click(screen.getByText('mark'))
  tell(new Response('{"code":200,"data":{"home":true}}'))
  await waitFor(() => {
    fireEvent.click(screen.getByText('mark'))
    expect(sent[0]).toEqual({ page: 'tours', value: { home: true, wall: true } })
  })
  vi.unstubAllGlobals()
})
