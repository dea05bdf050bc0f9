import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutputOf } from '../../../client.ts'
import { readAll } from '../../../read.ts'
import { AsyncConfirm } from '../../../ui/async-confirm.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { TextAreaField, TextField } from '../../../ui/form-fields.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { OperationDialog } from '../../../ui/operation-dialog.tsx'
import { PageTitle, Rows, card } from '../../../ui/section.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { refreshKinds, write } from '../../../write.ts'
import { ContentTabs } from './content-tabs.tsx'
import { texts } from './texts.ts'

const { categories: page } = texts

type Category = OutputOf<'categories.list'>['items'][number]

/** The categories of the blog. */
export function CategoriesPage() {
  const query = useQuery(readAll('categories.list', {}))
  const [open, setOpen] = useState<{ edited?: Category; deleted?: Category } | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <PageTitle title={page.title} text={page.intro} />
      <ContentTabs />
      <div className="mb-4 flex justify-end">
        <Button kind="primary" onClick={() => setOpen({})}>
          {page.create}
        </Button>
      </div>
      <Loaded query={query} noun={page.noun}>
        {(categories) => (
          <CategoryList
            categories={categories}
            onEdit={(edited) => setOpen({ edited })}
            onDelete={(deleted) => setOpen({ deleted })}
          />
        )}
      </Loaded>
      {open?.deleted && <DeleteCategory category={open.deleted} onClose={close} />}
      {open?.edited && <EditCategory category={open.edited} onClose={close} />}
      {open && !open.edited && !open.deleted && <CreateCategory onClose={close} />}
    </>
  )
}

interface CategoryListProps {
  categories: Category[]
  onEdit: (category: Category) => void
  onDelete: (category: Category) => void
}

function CategoryList({ categories, onEdit, onDelete }: CategoryListProps) {
  if (categories.length === 0)
    return (
      <div className={card}>
        <Empty {...page.empty} />
      </div>
    )
  return (
    <Rows label={page.title}>
      {categories.map((category) => (
        <li key={category.id} className="flex flex-wrap items-center gap-2 px-4 py-(--row-inset)">
          <div className="min-w-0 grow">
            <p className="font-medium wrap-anywhere">{category.name}</p>
            <p className="text-[13px] text-muted">
              {category.url} · {page.posts(category.posts, category.publishedPosts)}
            </p>
          </div>
          <Button aria-label={page.editOf(category.name)} onClick={() => onEdit(category)}>
            {page.edit}
          </Button>
          <Button aria-label={page.deleteOf(category.name)} onClick={() => onDelete(category)}>
            {page.delete}
          </Button>
        </li>
      ))}
    </Rows>
  )
}

function CreateCategory({ onClose }: { onClose: () => void }) {
  return (
    <OperationDialog
      title={page.createTitle}
      operation="categories.create"
      submitLabel={page.createAction}
      input={(form) => {
        const slug = textOf(form, 'slug')
        return { name: textOf(form, 'name'), description: textOf(form, 'description'), ...(slug && { slug }) }
      }}
      onClose={onClose}
    >
      <CategoryFields />
    </OperationDialog>
  )
}

function EditCategory({ category, onClose }: { category: Category; onClose: () => void }) {
  return (
    <OperationDialog
      title={page.editTitle}
      operation="categories.update"
      submitLabel={page.save}
      input={(form) => ({
        category: category.id,
        name: textOf(form, 'name'),
        slug: textOf(form, 'slug') || category.slug,
        description: textOf(form, 'description'),
      })}
      onDone={() => refreshKinds('post')}
      onClose={onClose}
    >
      <CategoryFields category={category} />
    </OperationDialog>
  )
}

function CategoryFields({ category }: { category?: Category }) {
  return (
    <>
      <TextField name="name" label={page.name} defaultValue={category?.name} />
      <TextField
        name="slug"
        label={page.slug}
        hint={category ? undefined : page.slugHint}
        defaultValue={category?.slug}
        isIdentifier
      />
      <TextAreaField
        name="description"
        label={page.description}
        defaultValue={category?.description}
        rows={2}
      />
    </>
  )
}

function DeleteCategory({ category, onClose }: { category: Category; onClose: () => void }) {
  const { id, name, posts } = category
  return (
    <AsyncConfirm
      title={page.deleteTitle(name)}
      action={page.delete}
      send={async () => {
        await write('categories.delete', { category: id })
        await refreshKinds('post')
        showToast({ text: page.deleted(name) })
      }}
      onClose={onClose}
    >
      <p>{page.deleteText(posts)}</p>
    </AsyncConfirm>
  )
}

function textOf(form: FormData, name: string): string {
  return String(form.get(name) ?? '').trim()
}
