// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { both } from '../model/lang.ts'
import { beginInOwn, lang, onLang, say, setLang } from './i18n.web.ts'
import { useSay } from './words.web.ts'

const hello = both('您好', 'Hello')
function Greeting() {
  const { say, lang } = useSay()
  return <p lang={lang}>{say(hello)}</p>
}
afterEach(() => act(() => setLang('zh')))

test('Chinese is said until another language is chosen, and then everything is said anew', () => {
  render(<Greeting />)
  expect([lang(), say(hello), screen.getByText('您好').lang, document.documentElement.lang]).toEqual(['zh', '您好', 'zh', 'zh-CN'])
  act(() => setLang('en'))
  expect([lang(), say(hello), screen.getByText('Hello').lang, document.documentElement.lang]).toEqual(['en', 'Hello', 'en', 'en'])
})

test('the choice is kept in the browser, and who waits for a change is told until he leaves', () => {
  let told = 0
  const leave = onLang(() => told++)
  setLang('en')
  leave()
  setLang('zh')
  expect([told, localStorage.getItem('chengbao.lang')]).toEqual([1, 'zh'])
})

test('a page for strangers begins in the language of the browser, until its reader chooses one', () => {
  const begins = (browser: string, chosen?: string) => {
    localStorage.clear()
    if (chosen) setLang(chosen === 'en' ? 'en' : 'zh')
    vi.spyOn(navigator, 'language', 'get').mockReturnValue(browser)
    beginInOwn()
    return [lang(), localStorage.getItem('chengbao.lang')]
  }
  expect([begins('en-US'), begins('zh-CN'), begins('fr-FR'), begins('en-GB', 'zh'), begins('zh-CN', 'en')]).toEqual([
    ['en', null],
    ['zh', null],
    ['zh', null],
    ['zh', 'zh'],
    ['en', 'en'],
  ])
  vi.restoreAllMocks()
})
