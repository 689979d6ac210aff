import { QueryObserver, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { createContext, use, useCallback, useEffect, useSyncExternalStore } from 'react'
import { labelOf, type Field } from '../model/field.ts'
import type { Lang, Text } from '../model/lang.ts'
import type { AnyResource } from '../model/resource.ts'
import { api } from './client.web.ts'
import { say, useLang } from './i18n.web.ts'
import { queryKeyOf } from './keys.web.ts'
import { useSession } from './session.web.ts'

const LONG = 10 * 60_000
const quiet = { quiet: true }

/** The reader's language, and functions that pick it from a text in both and from a field's label: re-renders when it changes. */
export function useSay(): { lang: Lang; say(text: Text): string; label(f: Field): string } {
  return { lang: useLang(), say, label: (f) => say(labelOf(f)) }
}

/** One entry of a dictionary, as GET dict-biz/dictionary answers it. */
export interface DictEntry {
  dictKey: string | number
  dictValue: string
  en?: string
  parentKey?: string
  selectable?: boolean
  sort?: number
}
/** An entry as selects take it. */
export interface Choice {
  value: string
  label: string
  disabled?: boolean
  children?: Choice[]
}
export interface Dict {
  loading: boolean
  /** nested where entries have parents */
  choices: Choice[]
  tree: boolean
  /** the words of a key; nothing while they are fetched; a key that the dictionary does not know is shown as it is */
  label(key: unknown): string
}

/** What an entry is called: the English names of the standard begin small, a word alone on the screen begins large. */
const wordOf = (e: DictEntry, lang: Lang): string => (lang === 'en' && e.en ? e.en.charAt(0).toUpperCase() + e.en.slice(1) : e.dictValue)

/** Entries as choices in the reader's language, nested by parentKey; headings that may not be chosen are disabled. */
export function choicesOf(all: readonly DictEntry[], lang: Lang): Choice[] {
  const keys = new Set(all.map((e) => String(e.dictKey)))
  const under = (parent: string): Choice[] =>
    [...all]
      .filter((e) => (e.parentKey && keys.has(e.parentKey) ? e.parentKey : '') === parent)
      .sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0))
      .map((e) => {
        const value = String(e.dictKey),
          children = under(value)
        return { value, label: wordOf(e, lang), ...(e.selectable === false ? { disabled: true } : {}), ...(children.length ? { children } : {}) }
      })
  return under('')
}

type CodedEntry = DictEntry & { code?: string }
/** The dictionaries that are asked for in this turn, and what is answered for all of them: a screen needs many, and one call brings them. */
let turn: { codes: Set<string>; entries: Promise<CodedEntry[]> } | undefined
function nextTurn() {
  const codes = new Set<string>()
  const entries = new Promise((go) => setTimeout(go, 0)).then(() => {
    turn = undefined
    const all = [...codes].toSorted()
    return all.length === 1
      ? api.get<CodedEntry[]>('cpt-system/dict-biz/dictionary', { code: all[0]! }, quiet)
      : api.get<CodedEntry[]>('cpt-system/dict-biz/dictionaries', { codes: all.join(',') }, quiet)
  })
  return { codes, entries }
}
async function dictionary(code: string): Promise<DictEntry[]> {
  turn ??= nextTurn()
  turn.codes.add(code)
  return (await turn.entries).filter((e) => e.code === undefined || e.code === code)
}

/** The call of a dictionary, whose answer is kept. */
export const dictQuery = (code: string) => ({ queryKey: queryKeyOf('dict', code), staleTime: LONG, queryFn: () => dictionary(code) })
/** Asks for dictionaries together with those that a page begins with: what its rows need comes in the same call. */
export function useDicts(codes: readonly string[]): void {
  const client = useQueryClient()
  const text = codes.join()
  useEffect(() => {
    for (const code of new Set(text.split(',').filter(Boolean))) void client.prefetchQuery(dictQuery(code))
  }, [client, text])
}
/** Who watches a dictionary: a list has a cell of it in each row, and an observer for each of them cost more than the cells. */
interface Watched {
  cells: Set<() => void>
  end(): void
}
const watched = new WeakMap<QueryClient, Map<string, Watched>>()
/** Asks for a dictionary while a cell watches it, and tells the cell of each change. Answers how to stop. */
function watchDict(client: QueryClient, code: string, cell: () => void): () => void {
  const all = watched.get(client) ?? new Map<string, Watched>()
  watched.set(client, all)
  let at = all.get(code)
  if (!at) {
    const cells = new Set<() => void>()
    const end = new QueryObserver(client, dictQuery(code)).subscribe(() => cells.forEach((tell) => tell()))
    all.set(code, (at = { cells, end }))
  }
  const { cells, end } = at
  cells.add(cell)
  return () => {
    cells.delete(cell)
    if (cells.size > 0 || all.get(code)?.cells !== cells) return
    all.delete(code)
    end()
  }
}
const NONE: readonly DictEntry[] = []
/** The entries that are there now; none where there is no such dictionary. A text and not a state of the call: a cell is drawn anew when its words come, and not when they are asked for. */
function entriesNow(client: QueryClient, code: string): readonly DictEntry[] | 'coming' {
  if (code === '') return NONE
  const state = client.getQueryState<DictEntry[]>(dictQuery(code).queryKey)
  if (state?.data) return state.data
  return !state || (state.status === 'pending' && state.fetchStatus === 'fetching') ? 'coming' : NONE
}
const COMING: Dict = { loading: true, choices: [], tree: false, label: () => '' }
const read: Record<Lang, WeakMap<readonly DictEntry[], Dict>> = { zh: new WeakMap(), en: new WeakMap() }
/** The words of entries, made once in each language. */
function dictOf(data: readonly DictEntry[], lang: Lang): Dict {
  const had = read[lang].get(data)
  if (had) return had
  const words = new Map(data.map((e) => [String(e.dictKey), wordOf(e, lang)]))
  const dict: Dict = {
    loading: false,
    choices: choicesOf(data, lang),
    tree: data.some((e) => e.parentKey),
    label: (key) => words.get(String(key)) ?? String(key ?? ''),
  }
  read[lang].set(data, dict)
  return dict
}
/** A dictionary by code, asked once and kept. An empty code asks nothing. */
export function useDict(code: string): Dict {
  const lang = useLang()
  const client = useQueryClient()
  const watch = useCallback((tell: () => void) => (code === '' ? () => {} : watchDict(client, code, tell)), [client, code])
  const entries = useSyncExternalStore(watch, () => entriesNow(client, code))
  return entries === 'coming' ? COMING : dictOf(entries, lang)
}

/** The name of a region, or its path of names with `full`; the code itself until it is known. */
export function useRegionName(code: string, full = false): string {
  const { user } = useSession()
  // one's own place is known from the sign-in
  const own = !full && code === user?.dept_region ? user.dept_region_name : ''
  const { data } = useQuery({
    queryKey: queryKeyOf('region', code),
    staleTime: LONG,
    enabled: code !== '' && !own,
    retry: false,
    queryFn: () => api.get<{ name?: string; fullName?: string } | null>('cpt-system/region/detail', { code }, quiet),
  })
  return own || (full && data?.fullName) || data?.name || code
}

/** A definition, and the call of its list where that is another than `page`. */
type Target = AnyResource & { verb?: 'list' }
/** Definitions by name, so that a reference finds the list it points into. A page whose form has references provides them. */
export const ResourcesContext = createContext<Readonly<Record<string, Target>>>({})
/** The definition that a field of kind ref or refs points to; undefined when the application does not know it. */
export const useTarget = (f: Field): Target | undefined => use(ResourcesContext)[f.to ?? '']
