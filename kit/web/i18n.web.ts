import { useSyncExternalStore } from 'react'
import type { Lang, Text } from '../model/lang.ts'

const KEPT = 'chengbao.lang'
let now: Lang = localStorage.getItem(KEPT) === 'en' ? 'en' : 'zh'
const watchers = new Set<() => void>()
/** Tells the browser, for screen readers and for the breaking of lines. */
const mark = () => {
  document.documentElement.lang = now === 'en' ? 'en' : 'zh-CN'
}
mark()

/** The current language; for code outside React. */
export const lang = (): Lang => now
/** A text in the current language; for code outside React. */
export const say = (text: Text): string => text[now]

function change(to: Lang): void {
  now = to
  mark()
  for (const run of watchers) run()
}
/** Switches the language, keeps the choice, and tells the browser (`<html lang>`). */
export function setLang(to: Lang): void {
  localStorage.setItem(KEPT, to)
  change(to)
}
/** Begins in the language of the browser, where its reader has chosen none; the choice stays his. */
export function beginInOwn(): void {
  if (!localStorage.getItem(KEPT)) change(navigator.language.startsWith('en') ? 'en' : 'zh')
}

/** Runs after each change of the language; answers how to end that. */
export function onLang(run: () => void): () => void {
  watchers.add(run)
  return () => void watchers.delete(run)
}

/** The language inside React: re-renders when it changes. */
export const useLang = (): Lang => useSyncExternalStore(onLang, lang)
