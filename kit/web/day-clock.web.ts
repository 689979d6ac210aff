import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { timeOf } from './clock.web.ts'
import { lang, onLang } from './i18n.web.ts'

/**
 * Pickers ask dayjs for today and now, which is the computer's: at a desk in another zone another day is marked and taken. Here dayjs() without a moment is the
 * register's clock on the wall (clock.web.ts), as are all days and times that inputs hold. Imported by what shows a picker.
 */
dayjs.extend((_option, of) => {
  const { parse } = of.prototype as unknown as { parse: (cfg: { date?: unknown }) => void }
  Object.assign(of.prototype, {
    parse(this: unknown, cfg: { date?: unknown }) {
      const [day, time] = timeOf().split(' ') as [string, string]
      const [y, m, d, h, min, s] = [...day.split('-'), ...time.split(':')].map(Number) as [number, number, number, number, number, number]
      parse.call(this, cfg.date === undefined ? { ...cfg, date: new Date(y, m - 1, d, h, min, s) } : cfg)
    },
  })
})

/** Months and days are named in the reader's language. */
const follow = () => void dayjs.locale(lang() === 'zh' ? 'zh-cn' : 'en')
follow()
onLang(follow)

/** Whether a key ends what an input method composes: it acts on the text alone. Safari tells it by the old code 229 only. */
export const isComposing = (e: { nativeEvent: { isComposing?: boolean }; keyCode?: number }): boolean => !!e.nativeEvent.isComposing || e.keyCode === 229
