import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { phrases } from '../../kit/web/phrases.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { isComposing } from '../../kit/web/day-clock.web.ts'
import { keyUnder } from '../../kit/web/keys.web.ts'

/** What a list offers of a row. */
export interface Hit {
  value: string
  label: string
  /** shown, and not to be chosen: its label says why */
  disabled?: boolean
}
interface FinderOf {
  /** what is looked through, as a query key */
  key: readonly unknown[]
  look(typed: string): Promise<Hit[]>
  /** off while nothing is to be found */
  on?: boolean
  /** takes what needs no choosing: the only hit of what was typed, and with `sole` the only one there is */
  take(value: string): void
  sole?: boolean
}
/** A list that looks up what is typed into it, for hands that stay at the keyboard: Enter takes the first hit, or the only one that comes after it. `select`: for antd's Select. */
export function useFinder({ key, look, on = true, take, sole = false }: FinderOf) {
  const { say } = useSay()
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const of = (text: string) => ({ queryKey: keyUnder(key, text), queryFn: () => look(text) })
  const found = useQuery({ ...of(typed), enabled: on })
  const hits = found.data ?? []
  const took = useRef(false)
  const only = sole && typed === '' && hits.length === 1 && !hits[0]!.disabled ? hits[0]!.value : undefined
  useEffect(() => {
    // once: who takes it out again wants it out
    if (!only || took.current) return
    took.current = true
    take(only)
  }, [only])
  const onInputKeyDown = (e: KeyboardEvent) => {
    // with its hits there the list itself takes one
    if (e.key !== 'Enter' || isComposing(e) || !typed.trim() || !found.isFetching) return
    void client.fetchQuery(of(typed)).then(
      (all) => all.length === 1 && !all[0]!.disabled && take(all[0]!.value),
      () => undefined,
    )
  }
  const select = { loading: found.isFetching, notFoundContent: say(phrases.empty), showSearch: { filterOption: false, onSearch: setTyped }, onInputKeyDown }
  return { hits, select }
}
/** What is typed as a search: digits are a code, everything else a name. */
export const searchOf = (typed: string, code: string, name: string): Readonly<Record<string, string>> =>
  /^\d+[JQ]?$/.test(typed) ? { [code]: typed } : typed.trim() ? { [name]: typed.trim() } : {}
