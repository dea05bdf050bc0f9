import { useQuery } from '@tanstack/react-query'
import { readAll } from '../../../read.ts'
import { EditText } from '../../../ui/edit-form.tsx'
import { Field } from '../../../ui/field.tsx'
import { CheckField } from '../../../ui/form-fields.tsx'
import { MarkdownEditor } from '../../../ui/markdown-editor.tsx'
import type { DocumentEdits } from '../../knowledge/document-fields.tsx'
import type { ArticleFields } from './article-fields.ts'
import type { ArticleState, ContentKind } from './content-kinds.ts'
import { texts } from './texts.ts'

const { form } = texts

interface ArticleFormProps {
  kind: ContentKind
  edits: DocumentEdits<ArticleFields>
  /** Whether it isn't created yet. */
  isNew: boolean
}

/** The fields of a page or a post. */
export function ArticleForm({ kind, edits, isNew }: ArticleFormProps) {
  const { shown, edit } = edits
  const path = kind === 'pages' ? '/pages/' : '/blog/'
  return (
    <>
      <EditText edits={edits} name="title" label={form.title} maxLength={200} />
      <EditText
        edits={edits}
        name="slug"
        label={form.slug}
        maxLength={80}
        isIdentifier
        hint={isNew && !shown.slug ? form.newSlugHint : form.slugHint(location.origin + path + shown.slug)}
      />
      <EditText
        edits={edits}
        name="summary"
        label={form.summary}
        hint={form.summaryHint}
        maxLength={500}
        rows={2}
      />
      <MarkdownEditor
        label={form.text}
        isPublic
        value={shown.content}
        maxLength={500_000}
        error={edits.form.errorOf('content')}
        onChange={(content) => edit({ content })}
      />
      <Publication edits={edits} />
      <EditText
        edits={edits}
        name="author"
        label={form.author}
        hint={form.authorHint}
        maxLength={100}
        isIdentifier
      />
      {kind === 'posts' && <Categories edits={edits} />}
      <fieldset className="flex flex-col gap-4">
        <legend className="mb-2 font-semibold">{form.search}</legend>
        <EditText
          edits={edits}
          name="seoTitle"
          label={form.seoTitle}
          hint={form.seoTitleHint}
          maxLength={200}
        />
        <EditText
          edits={edits}
          name="seoDescription"
          label={form.seoDescription}
          hint={form.seoDescriptionHint}
          maxLength={500}
          rows={2}
        />
      </fieldset>
    </>
  )
}

function Publication({ edits: { shown, edit, form: submission } }: Pick<ArticleFormProps, 'edits'>) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={form.state} hint={texts.stateHints[shown.state]} error={submission.errorOf('state')}>
        {(control) => (
          <select
            {...control}
            value={shown.state}
            onChange={({ target }) => edit({ state: target.value as ArticleState })}
            className="control"
          >
            {Object.entries(texts.states).map(([state, name]) => (
              <option key={state} value={state}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {shown.state === 'scheduled' && (
        <Field label={form.publishAt} hint={form.publishAtHint} error={submission.errorOf('publishAt')}>
          {(control) => (
            <input
              {...control}
              type="datetime-local"
              value={shown.publishAt}
              onChange={({ target }) => edit({ publishAt: target.value })}
              className="control"
            />
          )}
        </Field>
      )}
    </div>
  )
}

function Categories({ edits: { shown, edit, form: submission } }: Pick<ArticleFormProps, 'edits'>) {
  const { data: categories = [] } = useQuery(readAll('categories.list', {}))
  const error = submission.errorWithin('categories')
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{form.categories}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1.5">
        {categories.length === 0 && <p className="text-muted">{form.noCategories}</p>}
        {categories.map(({ slug, name }) => (
          <CheckField
            key={slug}
            label={name}
            checked={shown.categories.includes(slug)}
            onChange={({ target }) =>
              edit({
                categories: target.checked
                  ? [...shown.categories, slug]
                  : shown.categories.filter((other) => other !== slug),
              })
            }
          />
        ))}
      </div>
      {error && <p className="mt-1 text-[13px] text-danger">{error}</p>}
    </fieldset>
  )
}
