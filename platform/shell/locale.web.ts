import type { ConfigProviderProps } from 'antd'
import { useEffect, useState } from 'react'
import { useLang } from '../../kit/web/i18n.web.ts'

type Locale = NonNullable<ConfigProviderProps['locale']>
let chinese: Locale | undefined

/**
 * antd's words in the reader's language; `ready` is false until the Chinese ones have arrived. English is antd's own and
 * needs no file.
 */
export function useLocale(): { locale: Locale | undefined; ready: boolean } {
  const lang = useLang()
  const [, arrived] = useState(chinese)
  const [fault, setFault] = useState<unknown>()
  useEffect(() => {
    if (lang === 'zh' && !chinese)
      import('./locale-zh.web.ts').then(({ default: words }) => {
        chinese = words
        arrived(words)
      }, setFault)
  }, [lang])
  // what did not arrive is shown as any other file of the page that did not
  if (fault) throw fault
  const ready = lang === 'en' || chinese !== undefined
  return { locale: lang === 'zh' ? chinese : undefined, ready }
}
