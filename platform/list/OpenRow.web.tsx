import { Button, Flex, Result, Spin } from 'antd'
import type { Text } from '../../kit/model/lang.ts'
import { useDetail, useWrites } from '../../kit/web/calls.web.ts'
import { Dialog, useGuard, useToast } from '../../kit/web/dialogs.web.tsx'
import { SidePanel } from '../../kit/web/SidePanel.web.tsx'
import type { OpenMode } from '../../kit/web/list-state.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { ResourceForm } from '../../kit/web/ResourceForm.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import type { ResourcePageProps } from './props.web.ts'

const TITLES: Record<OpenMode, Text> = { view: phrases.view, add: phrases.add, edit: phrases.edit }

interface OpenRowProps extends Pick<ResourcePageProps, 'of' | 'writes' | 'form'> {
  mode: OpenMode
  id?: string
  asOf?: string
  panel: 'dialog' | 'drawer'
  fresh?: Record<string, unknown>
  /** told of a row that was changed, with the revision that it has now */
  onSaved?(row: { id: string; rev: number }): void
  onClose(): void
}

/** One row in a dialog or drawer: loads it first, then shows the form; asks before unsaved work is lost. */
export function OpenRow({ of: r, mode, id, asOf, panel, writes, fresh, form = (p) => <ResourceForm {...p} />, onSaved, onClose }: OpenRowProps) {
  const { say, lang } = useSay()
  const unsaved = useGuard()
  const toast = useToast()
  const { submit } = useWrites(r, writes)
  const save = async (row: Record<string, unknown>) => {
    await submit(row)
    if (row.id && typeof row.rev === 'number') onSaved?.({ id: String(row.id), rev: row.rev + 1 })
  }
  const detail = useDetail(r, mode === 'add' ? undefined : id, asOf)
  const close = () =>
    void unsaved
      .leave()
      .then((yes) => yes && onClose())
      .catch(toast.failed)
  const ready = mode === 'add' || (detail.data && !detail.isFetching)
  const body = detail.error ? (
    <Result
      status="error"
      title={say(phrases.loadFailed)}
      subTitle={detail.error.message}
      extra={<Button onClick={() => void detail.refetch()}>{say(phrases.retry)}</Button>}
    />
  ) : ready ? (
    form({ of: r, whole: r, mode, row: mode === 'add' ? fresh : detail.data, onSubmit: save, onDone: onClose, onCancel: close, unsaved })
  ) : (
    <Flex justify="center">
      <Spin />
    </Flex>
  )
  const title = `${say(TITLES[mode])}${lang === 'en' ? ` ${r.en}` : r.label}`
  return panel === 'drawer' ? (
    <SidePanel open title={title} onClose={close}>
      {body}
    </SidePanel>
  ) : (
    <Dialog open title={title} onCancel={close}>
      {body}
    </Dialog>
  )
}
