import { useQuery } from '@tanstack/react-query'
import { read } from '../../../read.ts'
import { refreshKinds } from '../../../write.ts'
import { type ImageFile, useBlobUrl } from '../../../ui/blob-url.ts'
import { FormMessage } from '../../../ui/form-message.tsx'
import { card } from '../../../ui/section.tsx'
import { ImageButtons } from '../../images/image-buttons.tsx'
import { ImageDrop, ImageProgress } from '../../images/image-drop.tsx'
import { texts as imageTexts } from '../../images/texts.ts'
import { useImage } from '../../images/use-image.ts'
import { type Article, type ContentKind, contentKinds } from './content-kinds.ts'
import { texts } from './texts.ts'

/** The cover of a page or post. It is saved when it is chosen. */
export function ArticleCover({ kind, article }: { kind: ContentKind; article: Article }) {
  const operations = contentKinds[kind]
  const image = useImage<Article>({
    set: (file, onProgress) => operations.setCover(article.id, file, onProgress),
    remove: () => operations.removeCover(article.id),
    urlOf: () => null,
    show: () => void refreshKinds(operations.kind),
  })
  return (
    <section aria-label={texts.cover.label} className={`mt-4 p-5 ${card}`}>
      <h2 className="mb-3 font-semibold">{texts.cover.label}</h2>
      <ImageDrop onFile={image.send} className="relative">
        {image.preview ? (
          <Cover url={image.preview} />
        ) : (
          article.coverUrl && <StoredCover key={article.coverUrl} path={article.coverUrl} />
        )}
        <ImageProgress label={imageTexts.cover.uploading} progress={image.progress} />
      </ImageDrop>
      <div className="flex flex-wrap gap-2">
        <ImageButtons texts={imageTexts.cover} url={article.coverUrl} image={image} />
      </div>
      <p className="mt-2 text-[13px] text-muted">{imageTexts.profileImages.hint}</p>
      <FormMessage>{image.problem ?? undefined}</FormMessage>
    </section>
  )
}

/** Downloads the cover with the session, because the cover of a draft is not public. */
function StoredCover({ path }: { path: string }) {
  const { data } = useQuery(read('images.get', { image: path.split('/').at(-1)! }))
  return data && <DownloadedCover file={data} />
}

function DownloadedCover({ file }: { file: ImageFile }) {
  return <Cover url={useBlobUrl(file)} />
}

function Cover({ url }: { url: string }) {
  return <img src={url} alt={texts.cover.alt} className="mb-3 max-h-60 w-full rounded-md object-cover" />
}
