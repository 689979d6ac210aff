import { useWords } from '../../../kit/web/i18n.web.ts'

/** What stands in a page's place while its code is on the way; needs nothing of antd. */
export function Waiting() {
  const { t } = useWords()
  return (
    <div className="page-wait" role="status" aria-label={t('common.loading')}>
      <div className="dot" />
    </div>
  )
}
