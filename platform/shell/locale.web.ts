import type { ConfigProviderProps } from 'antd'
import { useEffect, useState } from 'react'
import { lang, useLang } from '../../kit/web/i18n.web.ts'

type Locale = NonNullable<ConfigProviderProps['locale']>
let chinese: Locale | undefined
/** Fetches antd's Chinese words, where the reader needs them. */
export async function fetchLocale(): Promise<Locale | undefined> {
  if (lang() === 'zh') chinese ??= (await import('./locale-zh.web.ts')).default
  return chinese
}

/**
 * antd's words in the reader's language; `ready` is false until the Chinese ones have arrived. English is antd's own and
 * needs no file.
 */
export function useLocale(): { locale: Locale | undefined; ready: boolean } {
  const reads = useLang()
  const [, arrived] = useState(chinese)
  const [fault, setFault] = useState<unknown>()
  useEffect(() => {
    if (reads === 'zh' && !chinese) fetchLocale().then(arrived, setFault)
  }, [reads])
  // what did not arrive is shown as any other file of the page that did not
  if (fault) throw fault
  const ready = reads === 'en' || chinese !== undefined
  return { locale: reads === 'zh' ? chinese : undefined, ready }
}
