import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { api, unwrap } from "@/api/client";
import { GuideLink } from "@/components/GuideLink";
import { notifyError } from "@/lib/notify";

import { noticeQuery, type Notice } from "./modelNotice";

/**
 * Where a language model is set: what would leave the machine, before anything does.
 * Once agreed, one line with the way back.
 */
export function ModelConsent() {
  const queryClient = useQueryClient();
  const { data: notice } = useQuery(noticeQuery);
  const keep = (now: Notice) => {
    queryClient.setQueryData(noticeQuery.queryKey, now);
    // The gate decides otherwise from now on.
    void queryClient.invalidateQueries({ queryKey: ["search"] });
  };
  const agree = useMutation({
    mutationFn: () => unwrap(api.POST("/api/model/consent")),
    onSuccess: keep,
    onError: notifyError,
  });
  const withdraw = useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/model/consent")),
    onSuccess: keep,
    onError: notifyError,
  });
  if (!notice?.is_configured) return null;
  if (notice.has_consented) {
    return (
      <Group gap="xs" fz="xs" component="section" aria-label="What leaves the machine">
        <Text span inherit c="dimmed" className="anyname">
          The question and passages go to {notice.model} when you ask for an answer, and at most{" "}
          {notice.max_passages} passages where the two best are close.
        </Text>
        <Button
          variant="subtle"
          size="compact-xs"
          loading={withdraw.isPending}
          onClick={() => withdraw.mutate()}
        >
          Let nothing leave
        </Button>
      </Group>
    );
  }
  return (
    <Paper
      component="section"
      aria-label="What leaves the machine"
      p="sm"
      style={{ borderInlineStart: "3px solid var(--studio-warn)" }}
    >
      <Stack gap="xs">
        <Text fz="sm" fw={600}>
          Nothing has left this machine: the language model waits for your consent.
        </Text>
        <Text fz="sm" className="anyname">
          It is {notice.model} at <span className="mono">{notice.base_url}</span>. Asked for an
          answer, or to ask back where the two best passages lie within {notice.margin} of each
          other, the studio would send:
        </Text>
        <ul style={{ margin: 0, paddingInlineStart: 18 }}>
          {notice.sends.map((sent) => (
            <Text key={sent} fz="sm" component="li" className="anyname">
              {sent}
            </Text>
          ))}
        </ul>
        <Group gap="sm">
          <Button loading={agree.isPending} onClick={() => agree.mutate()}>
            Agree and let it ask
          </Button>
          <Text fz="xs" c="dimmed">
            Until then nothing is sent. <GuideLink topic="answers" />
          </Text>
        </Group>
      </Stack>
    </Paper>
  );
}
