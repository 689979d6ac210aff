import { Button, Col, Divider, Form, Row, Space, type FormInstance } from 'antd'
import { cloneElement, useEffect, useRef, useState, type ReactNode } from 'react'
import { labelOf } from '../model/field.ts'
import { checkValue } from '../model/check.ts'
import type { Field } from '../model/field.ts'
import { entries, isEditable, isPicked, type AnyResource } from '../model/resource.ts'
import type { AnyRow } from './calls.web.ts'
import { api, isApiError } from './client.web.ts'
import { useToast, type Guard } from './dialogs.web.tsx'
import { kinds } from './kinds.web.tsx'
import { phrases, prompt } from './phrases.ts'
import { usePageState, type StoredRow } from './session.web.ts'
import { useSay } from './words.web.ts'

type Values = Record<string, unknown>
const WIDE: readonly Field['kind'][] = ['note', 'geom', 'json']

export interface FormItemsProps {
  of: AnyResource
  disabled?: boolean
  /** the row as it was loaded: masked data that nobody touched is not checked again */
  loaded?: Values
  /** only these fields, in this order; all that the form shows otherwise */
  only?: readonly string[]
}
/** Form items for fields of a definition, in two columns; each is checked by the same `checkValue` as on the server. Stand inside an antd Form. */
export function FormItems({ of: r, disabled, loaded, only }: FormItemsProps) {
  const { say, label } = useSay()
  const all = entries(r).filter(([n, f]) => f.form !== 'none' && (!only || only.includes(n)))
  if (only) all.sort(([a], [b]) => only.indexOf(a) - only.indexOf(b))
  return (
    <Row gutter={24}>
      {all.map(([n, f]) => {
        const locked = disabled || !isEditable(f) || (f.fixed && !!loaded?.id && !!loaded[n])
        const check = async (_rule: unknown, v: unknown) => {
          // what nobody touched bars no other change: stars, and what was stored before there were bounds
          if (v === loaded?.[n] && ((f.mask && String(v ?? '').includes('*')) || (loaded?.id && (v ?? '') !== ''))) return
          const wrong = checkValue(f, v)
          if (wrong) throw new Error(say(wrong))
        }
        return (
          <Col key={n} xs={24} md={WIDE.includes(f.kind) ? 24 : 12}>
            <Form.Item
              name={n}
              label={label(f)}
              extra={f.help && !disabled ? say(f.help) : undefined}
              required={f.required && !locked}
              initialValue={f.default ?? (f.kind === 'flag' ? 0 : undefined)}
              rules={locked ? [] : [{ validator: check }]}
              validateFirst
            >
              {cloneElement(kinds[f.kind].input(f) as React.ReactElement<Values>, {
                disabled: locked,
                'aria-required': f.required && !locked ? 'true' : undefined,
                ...(locked ? {} : { placeholder: say(prompt(f.label, labelOf(f).en, isPicked(f))) }),
              })}
            </Form.Item>
          </Col>
        )
      })}
    </Row>
  )
}

/** Fields by the definition's groups in their order; those without a group come first. */
export function groupsOf(r: AnyResource): { key: string; names: string[] }[] {
  const names = (key: string) =>
    entries(r)
      .filter(([, f]) => f.form !== 'none' && (f.group && r.groups?.[f.group] ? f.group : '') === key)
      .map(([n]) => n)
  return ['', ...Object.keys(r.groups ?? {})].map((key) => ({ key, names: names(key) })).filter((g) => g.names.length > 0)
}

/** What a form sends: id and rev of the row it was opened with, and the editable fields; emptied ones as null. */
export function bodyOf(r: AnyResource, values: Values, row?: { readonly id?: unknown; readonly rev?: unknown }): Values {
  const body: Values = row?.id ? { id: row.id, ...(row.rev === undefined ? {} : { rev: row.rev }) } : {}
  for (const [n, f] of entries(r)) {
    if (!isEditable(f) || !Object.hasOwn(values, n)) continue
    const v = values[n]
    if (v !== undefined && v !== '') body[n] = v
    else if (row?.id) body[n] = null
  }
  return body
}

/** Shows the server's `data.fields` at their fields. Answers whether all of them found their place. */
export function showFaults(form: FormInstance, r: AnyResource, e: unknown): boolean {
  const faults = isApiError(e) ? e.fields : [],
    here = faults.filter((w) => Object.hasOwn(r.fields, w.field) && r.fields[w.field]!.form !== 'none')
  form.setFields(here.map((w) => ({ name: w.field, errors: [w.msg] })))
  if (here[0]) form.scrollToField(here[0].field, { focus: true })
  return faults.length > 0 && here.length === faults.length
}

export interface ResourceFormProps {
  of: AnyResource
  /** the definition of the record where the caller lays its items out and `of` has none, and those of the lists of rows in it */
  whole?: AnyResource
  lines?: Readonly<Record<string, AnyResource>>
  mode: 'add' | 'edit' | 'view'
  /** the row to edit or view; starting values when adding */
  row?: Values
  /** stores the body; what it throws is shown, at the fields where the server names them */
  onSubmit?(body: Values): Promise<unknown>
  /** after a successful submit */
  onDone?(): void
  onCancel?(): void
  /** learns whether something would be lost */
  unsaved?: Guard
  /** more of the form, below the fields; items in it are part of the values */
  children?: ReactNode
  form?: FormInstance
  /** turns values into what is sent; bodyOf unless given */
  body?(values: Values): Values
}

/** The form of a definition: groups, two fields a row, the same checks as the server. Source: platform-api.md 4; screens.md. */
export function ResourceForm({ of: r, whole = r, lines, mode, row, onSubmit, onDone, onCancel, unsaved, children, form: given, body }: ResourceFormProps) {
  const { say, lang } = useSay()
  const [own] = Form.useForm()
  const form = given ?? own
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  /** the row as it was stored when both persons' changes were put together last */
  const seen = useRef<StoredRow | undefined>(row)
  const id = row?.id ? String(row.id) : ''
  const draft = usePageState().tables?.useDraft(mode === 'view' ? undefined : `${r.name} ${id}`, {
    take: () => (form.isFieldsTouched() || unsaved?.isDirty() ? form.getFieldsValue(true) : undefined),
    put: (v: Values) => (form.setFieldsValue(v), unsaved?.set(true)),
    of: whole,
    lines,
    names: entries(whole).flatMap(([n, f]) => (isEditable(f) ? [n] : [])),
    ...(id ? { base: seen.current, record: { of: r.name, id, isEditing: mode === 'edit' } } : {}),
  })
  useEffect(() => {
    const given = unsaved?.onLost(() => void draft?.end())
    return () => {
      given?.()
      // a window that is gone has nothing left to lose
      unsaved?.set(false)
    }
  }, [])
  const send = (values: Values) => {
    const made = body ? body(values) : bodyOf(r, values, row)
    return onSubmit?.(seen.current === row ? made : { ...made, rev: seen.current?.rev })
  }
  /** Somebody else saved the row meanwhile: the person sees both and chooses. Whether there is something to save again. */
  const settle = async (): Promise<boolean> => {
    const theirs = await api.get<AnyRow>(`${r.path}/detail`, { id }, { quiet: true })
    const chosen = await draft?.settle(theirs, form.getFieldsValue(true))
    if (!chosen) return false
    seen.current = theirs
    form.setFieldsValue(chosen)
    return true
  }
  const submit = async (values: Values): Promise<void> => {
    setBusy(true)
    try {
      await draft?.settled()
      await send(values)
      unsaved?.set(false)
      void draft?.end()
      toast.done(mode === 'add' ? phrases.added : phrases.updated)
      onDone?.()
    } catch (e) {
      if (draft && id && isApiError(e) && e.key === 'changed') {
        if (await settle().catch(toast.failed)) return await submit(form.getFieldsValue())
      } else if (!showFaults(form, r, e)) toast.failed(e)
    } finally {
      setBusy(false)
    }
  }
  const groups = groupsOf(r)
  const view = mode === 'view'
  return (
    <Form
      form={form}
      name={`${r.name}-form`}
      initialValues={row}
      labelCol={{ flex: '9em' }}
      labelWrap
      wrapperCol={{ flex: '1 1 0', style: { minWidth: 0 } }}
      disabled={view || busy}
      scrollToFirstError={{ focus: true }}
      onValuesChange={() => {
        unsaved?.set(true)
        draft?.typed()
      }}
      onFinish={(v) => void submit(v as Values)}
    >
      {draft?.offer}
      {groups.map((g) => (
        <section key={g.key} aria-label={g.key ? r.groups![g.key]![lang] : undefined}>
          {g.key && <Divider titlePlacement="start">{r.groups![g.key]![lang]}</Divider>}
          <FormItems of={r} only={g.names} disabled={view} loaded={row} />
        </section>
      ))}
      {children}
      <div style={{ textAlign: 'right' }}>
        <Space wrap>
          {draft?.line}
          {onCancel && (
            <Button disabled={busy} onClick={onCancel}>
              {say(view ? phrases.close : phrases.cancel)}
            </Button>
          )}
          {!view && (
            <Button type="primary" htmlType="submit" loading={busy}>
              {say(phrases.save)}
            </Button>
          )}
        </Space>
      </div>
    </Form>
  )
}
