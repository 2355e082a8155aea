import { expect, test } from 'bun:test';
import { expandShortcodes, withoutAttributes } from './expandShortcodes.ts';

test.each([
  ['{{< youtube dQw4w9WgXcQ >}}', '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>'],
  ['{{< vimeo id="123" >}}', '<iframe src="https://player.vimeo.com/video/123"></iframe>'],
  [
    '{{< figure src="a.png" alt="An A" caption="A & B" >}}',
    '<figure><img src="a.png" alt="An A"><figcaption>A &amp; B</figcaption></figure>',
  ],
  ['{% highlight js %}\nlet a;\n{% endhighlight %}', '```js\nlet a;\n```'],
  ['{{< highlight go >}}\nx\n{{< /highlight >}}', '```go\nx\n```'],
  ['a {% raw %}b{% endraw %}', 'a b'],
  ['a{% comment %}secret {{ x }}{% endcomment %}b{%- comment -%}never ended', 'ab'],
  ['![A]({{ site.baseurl }}/a.png)', '![A](/a.png)'],
  ["![A]({{ '/a.png' | relative_url }})", '![A](/a.png)'],
])('%s', (written, meant) => {
  expect(expandShortcodes(written)).toEqual({ text: meant, unknown: [] });
});

test('what is not known stays, and is told once', () => {
  const text = '{% include a.html %} {{ page.title }} {% include b.html %} {{< tweet 1 >}} { x } {{';
  expect(expandShortcodes(text)).toEqual({ text, unknown: ['include', 'page', 'tweet'] });
});

test('attributes of Kramdown go, code stays', () => {
  expect(withoutAttributes('A{: .b} {:toc} {:width="5"} {:ok, x}')).toBe('A   {:ok, x}');
});

test('much of it takes no longer than its length', () => {
  const text = '{{<{% comment %}{:{{ "'.repeat(50_000);
  expect(expandShortcodes(text).text.length).toBeLessThan(text.length);
});
