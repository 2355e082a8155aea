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
  ['{% raw %}{{ site.url }}{% endraw %}{{ site.url }}', '{{ site.url }}'],
  ['{{</* youtube x */>}} {{%/* b */%}}', '{{< youtube x >}} {{% b %}}'],
  ['[a]({{< ref "b c.md#d" >}}) [e]({{% relref path="f.md" %}})', '[a](b%20c.md#d) [e](f.md)'],
  ['[a]({% post_url 2024-05-03-b %}) [c]({% link _posts/d.md %})', '[a](2024-05-03-b.md) [c](_posts/d.md)'],
  ['{% post_link b "The B" %} {% post_link c %}', '[The B](b.md) [c](c.md)'],
  ['{% codeblock title lang:js %}\nx\n{% endcodeblock %}', '```js\nx\n```'],
  ['{% asset_img left "a.png" A cat %}\nText', '<figure><img src="a.png" alt=""></figure>\n\nText'],
  ['a{% comment %}secret {{ x }}{% endcomment %}b{%- comment -%}never ended', 'ab'],
  ['![A]({{ site.baseurl }}/a.png)', '![A](/a.png)'],
  ["![A]({{ '/a.png' | relative_url }})", '![A](/a.png)'],
])('%s', (written, meant) => {
  expect(expandShortcodes(written)).toEqual({ text: meant, unknown: [] });
});

test('unknown shortcodes stay, and are reported once', () => {
  const text = '{% include a.html %} {{ page.title }} {% include b.html %} {{< tweet 1 >}} { x } {{';
  expect(expandShortcodes(text)).toEqual({ text, unknown: ['include', 'page', 'tweet'] });
});

test('removes Kramdown attributes, but not in code', () => {
  expect(withoutAttributes('* TOC\n{:toc}\n\nText')).toBe('\n\nText');
  expect(withoutAttributes('A{: .b} {:toc} {:width="5"} {:ok, x}')).toBe('A   {:ok, x}');
});

test('takes linear time', () => {
  const text = '{{<{% comment %}{:{{ "'.repeat(50_000);
  expect(expandShortcodes(text).text.length).toBeLessThan(text.length);
});
