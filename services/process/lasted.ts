import type { Lang } from '../../kit/model/lang.ts'

const MINUTE = 60_000
const UNITS = [
  [24 * 60, '天', 'd'],
  [60, '小时', 'h'],
  [1, '分钟', 'min'],
] as const

/**
 * How long it took from one moment to another ('yyyy-MM-dd HH:mm:ss'), in the two largest units that are not none: 2天3小时, 2 d 3 h.
 * Seconds are left out. Source: platform-api.md 3.18 (historyActivityDurationTime).
 */
export function lasted(from: string, to: string, lang: Lang): string {
  const at = (t: string) => new Date(`${t.replace(' ', 'T')}+08:00`).getTime()
  let left = Math.max(0, Math.floor((at(to) - at(from)) / MINUTE))
  if (left === 0) return lang === 'en' ? 'less than 1 min' : '不到1分钟'
  const parts: string[] = []
  for (const [minutes, zh, en] of UNITS) {
    const n = Math.floor(left / minutes)
    left %= minutes
    if (n > 0) parts.push(lang === 'en' ? `${n} ${en}` : `${n}${zh}`)
  }
  return parts.slice(0, 2).join(lang === 'en' ? ' ' : '')
}
