import { DeleteOutlined, FilePdfOutlined, PictureOutlined, SaveOutlined } from '@ant-design/icons'
import { Button, Checkbox, Flex, Spin, Upload } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { SidePanel, useGuard } from '../../kit/web/dialogs.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { useSay } from '../../kit/web/words.web.ts'
import type { PhotoToolProps } from '../files/uploader/photo-tool.web.ts'
import { useCameraSettings } from './desk.web.ts'
import { DEVICE_PORT, type CameraSettings } from './device.ts'
import { DeviceBar } from './DeviceBar.web.tsx'
import { Controls, Finder } from './Finder.web.tsx'
import { FoundDialog, PartsBar } from './Parts.web.tsx'
import { photoName, PICKER } from './photos.ts'
import { usePreferences } from './preferences.web.ts'
import { Thumbs } from './Thumbs.web.tsx'
import { useCamera } from './useCamera.web.ts'
import { useParts } from './useParts.web.ts'
import { usePhotos } from './usePhotos.web.ts'
import { words } from './words.ts'
import './camera.css'

const ACCEPT = PICKER.accept.map((t) => `.${t}`).join(',')

/** The photo tool: camera at the left, pictures in their order at the right, one PDF of them. Source: platform.md 2, 8; screens.md A25. */
export default function PhotoDrawer(props: PhotoToolProps) {
  const settings = useCameraSettings()
  // without an answer the tool works as it does where nothing was set
  const said = settings.data ?? (settings.error ? { pluginUrl: '', port: DEVICE_PORT } : undefined)
  return said ? <Tool {...props} {...said} /> : <Spin fullscreen />
}

function Tool({ onClose, pluginUrl, port, ...of }: PhotoToolProps & CameraSettings) {
  const { say } = useSay()
  const guard = useGuard()
  const readOnly = of.readOnly ?? false
  const video = useRef<HTMLVideoElement>(null)
  const [preferences, prefer] = usePreferences(port)
  const camera = useCamera(!readOnly, preferences, video)
  const p = usePhotos(of)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [looked, setLooked] = useState<string>()
  const [shooting, setShooting] = useState(false)
  const taken = useRef<string[]>([])
  const picture = p.photos.find((s) => s.key === looked)
  const selected = p.photos.filter((s) => chosen.has(s.key))
  const choose = (keys: readonly string[], on: boolean) => setChosen((now) => new Set(on ? [...now, ...keys] : [...now].filter((k) => !keys.includes(k))))
  const take = (files: readonly File[]) => choose(p.add(files), true)
  const parts = useParts({ camera, port: preferences.port, blobOf: p.blobOf, onPicture: (file) => take([file]) })
  useEffect(() => {
    if (camera.source === 'device' && !preferences.found) prefer({ found: true })
  }, [camera.source])
  // also asked by the shell, when somebody leaves the page
  useEffect(() => guard.set(p.unsaved), [p.unsaved])
  const shoot = async () => {
    setLooked(undefined)
    setShooting(true)
    const name = photoName(Date.now(), taken.current)
    const file = await camera.capture(name)
    setShooting(false)
    if (!file) return
    taken.current.push(name)
    take([file])
  }
  const close = async () => {
    if (await guard.leave()) onClose()
  }
  const everything = selected.length === p.photos.length && p.photos.length > 0
  return (
    <SidePanel open size={1000} title={say(words.title)} onClose={() => void close()} footer={readOnly ? null : footer()}>
      <Flex vertical gap="small" className="camera">
        {!readOnly && <DeviceBar camera={camera} preferences={preferences} onPrefer={prefer} pluginUrl={pluginUrl} />}
        <div className="camera-halves">
          <Flex vertical gap="small">
            <Finder
              camera={camera}
              video={video}
              still={readOnly}
              onBack={() => setLooked(undefined)}
              {...(picture?.url ? { picture: { name: picture.name, url: picture.url } } : {})}
            />
            {!readOnly && <Controls camera={camera} busy={shooting} onShoot={() => void shoot()} />}
            {!readOnly && <PartsBar camera={camera} parts={parts} mayAdd={p.mayAdd} />}
          </Flex>
          <Flex vertical gap="small" className="camera-list">
            {!readOnly && (
              <Flex justify="space-between" align="center">
                <Checkbox
                  checked={everything}
                  indeterminate={selected.length > 0 && !everything}
                  disabled={p.photos.length === 0}
                  onChange={(e) =>
                    choose(
                      p.photos.map((s) => s.key),
                      e.target.checked,
                    )
                  }
                >
                  {say(words.all)}
                </Checkbox>
                <Upload
                  showUploadList={false}
                  multiple
                  accept={ACCEPT}
                  disabled={!p.mayAdd}
                  beforeUpload={(file, all) => {
                    // told once for each file of a choice; taken together with the first
                    if (file === all[0]) take(all)
                    return false
                  }}
                >
                  <Button size="small" icon={<PictureOutlined />} disabled={!p.mayAdd} title={say(words.pickHint)}>
                    {say(words.pick)}
                  </Button>
                </Upload>
              </Flex>
            )}
            <Thumbs
              photos={p.photos}
              chosen={chosen}
              looked={looked}
              mayOrder={p.mayOrder}
              mayChoose={!readOnly}
              onChoose={(key, on) => choose([key], on)}
              onLook={(key) => setLooked(key === looked ? undefined : key)}
              onOrder={(list) => void p.reorder(list)}
            />
            {!readOnly && p.photos.length > 1 && <small className="camera-hint">{say(words.sortHint)}</small>}
          </Flex>
        </div>
      </Flex>
      {parts.found && <FoundDialog of={parts.found} onClose={parts.forget} />}
    </SidePanel>
  )
  function footer() {
    return (
      <Flex justify="space-between">
        <Flex gap="small">
          <Button danger icon={<DeleteOutlined />} disabled={!p.mayRemove || p.busy} onClick={() => void p.remove(selected)}>
            {say(phrases.remove)}
          </Button>
          {camera.parts.includes('ocr') && (
            <Button loading={parts.busy === 'ocr'} disabled={!!parts.busy} onClick={() => parts.ocr(picture ? [picture] : selected)}>
              {say(words.acts.ocr)}
            </Button>
          )}
          {camera.parts.includes('face') && (
            <Button loading={parts.busy === 'compare'} disabled={!!parts.busy} onClick={() => parts.compare(selected)}>
              {say(words.acts.compare)}
            </Button>
          )}
        </Flex>
        <Flex gap="small">
          {p.takesPictures && (
            <Button icon={<SaveOutlined />} disabled={!p.mayAdd || p.busy} onClick={() => void p.save()}>
              {say(words.save)}
            </Button>
          )}
          {p.takesPdf && (
            <Button type="primary" icon={<FilePdfOutlined />} disabled={!p.mayAdd} loading={p.busy} onClick={() => void p.merge(selected)}>
              {say(words.merge)}
            </Button>
          )}
        </Flex>
      </Flex>
    )
  }
}
