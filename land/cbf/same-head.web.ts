import { Form, type FormInstance } from 'antd'
import { useEffect, useRef } from 'react'
import { readIdCard } from '../../kit/model/id-card.ts'
import { HEAD_FIELDS, headIndex, type MemberLike } from '../definitions/household.ts'

type Name = keyof typeof HEAD_FIELDS
const NAMES = Object.keys(HEAD_FIELDS) as Name[]
interface Pair {
  at: number
  head: MemberLike
  cbf: Readonly<Record<Name, unknown>>
}

/** What the form holds of the contractor and its head now. */
function pairOf(form: FormInstance): Pair {
  const list = (form.getFieldValue('jtcyList') ?? []) as MemberLike[]
  const at = headIndex(list.map((m) => m ?? {}))
  const cbf = Object.fromEntries(NAMES.map((n) => [n, form.getFieldValue(HEAD_FIELDS[n]) as unknown])) as Record<Name, unknown>
  return { at, head: { ...list[at] }, cbf }
}
/** Which values the form has to take so that contractor and head stay one person after a change, by their places. A new head becomes the contractor. */
export function sameHead(was: Pair, now: Pair): [place: (string | number)[], value: unknown][] {
  if (now.at < 0) return []
  const headMoved = was.at !== now.at && was.at >= 0
  return NAMES.flatMap((n): [(string | number)[], unknown][] => {
    const own = now.cbf[n],
      its = now.head[n]
    if (own === its) return []
    if (headMoved) return its ? [[[HEAD_FIELDS[n]], its]] : [[['jtcyList', now.at, n], own]]
    if (own !== was.cbf[n]) return [[['jtcyList', now.at, n], own]]
    return its === was.head[n] ? [] : [[[HEAD_FIELDS[n]], its]]
  })
}

/**
 * Keeps contractor and head of the household one person while either is filled: typed key by key, composed by an input method, read from a card, or chosen.
 * What differs from before (an imported household) stays until one of the two is changed.
 * @param on whether the surrounding form (values cbfmc, cbfzjlx, cbfzjhm, jtcyList) is that of a household that can be changed
 */
export function useSameHead(on: boolean, onFilled?: () => void): void {
  const form = Form.useFormInstance()
  const seen: unknown[] = [Form.useWatch('cbfmc', form), Form.useWatch('cbfzjlx', form), Form.useWatch('cbfzjhm', form), Form.useWatch('jtcyList', form)]
  const was = useRef<Pair>(undefined)
  useEffect(() => {
    if (!on) return void (was.current = undefined)
    const now = pairOf(form)
    const put = was.current ? sameHead(was.current, now) : []
    for (const [place, value] of put) form.setFieldValue(place, value)
    const numbered = was.current && put.some(([place]) => place.at(-1) === 'cyzjhm')
    const told = numbered ? readIdCard(String(pairOf(form).head.cyzjhm ?? '')) : undefined
    if (told) form.setFieldValue(['jtcyList', now.at, 'cyxb'], told.sex)
    was.current = pairOf(form)
    if (put.length) onFilled?.()
  }, [on, ...seen])
}
