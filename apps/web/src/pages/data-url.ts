/** A file as data address, for a picture that is sent with a form. */
export const asDataUrl = (file: File): Promise<string> =>
  new Promise((done, fail) => {
    const r = new FileReader()
    r.onload = () => done(r.result as string)
    r.onerror = () => fail(r.error)
    r.readAsDataURL(file)
  })
