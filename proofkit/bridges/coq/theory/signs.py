"""Rules for sums of weighted signs: signs that are fixed, and signs that are dropped."""

TEXT = r"""(** ** Rules for weighted signs *)

Lemma P_signs : forall k e,
  P (signs (S k)) e =
  (P (signs k) (fun y => e (true :: y)) + P (signs k) (fun y => e (false :: y))) / 2.
Proof. intros k e; rewrite !P_mean; apply (mean_signs k (one e)). Qed.

Lemma above_plus : forall tau w ws y, above tau (w :: ws) (true :: y) = above (tau - w) ws y.
Proof.
  intros; unfold above; cbn [signed_sum].
  destruct (Rlt_dec _ _), (Rlt_dec _ _); try reflexivity; exfalso; lra.
Qed.

Lemma above_minus : forall tau w ws y, above tau (w :: ws) (false :: y) = above (tau + w) ws y.
Proof.
  intros; unfold above; cbn [signed_sum].
  destruct (Rlt_dec _ _), (Rlt_dec _ _); try reflexivity; exfalso; lra.
Qed.

Lemma P_above_step : forall tau w ws k,
  P (signs (S k)) (above tau (w :: ws)) =
  (P (signs k) (above (tau - w) ws) + P (signs k) (above (tau + w) ws)) / 2.
Proof.
  intros; rewrite P_signs; f_equal; f_equal; apply P_ext; intro y;
    [apply above_plus | apply above_minus].
Qed.

Lemma above_falls : forall tau tau' ws k, tau' <= tau ->
  P (signs k) (above tau ws) <= P (signs k) (above tau' ws).
Proof.
  intros tau tau' ws k L; apply P_le; [apply signs_filled|]; intros y; unfold above.
  destruct (Rlt_dec tau _), (Rlt_dec tau' _); try reflexivity; try discriminate;
    intros; exfalso; lra.
Qed.

(** Weights marked [true] are those whose sign is fixed, or kept. *)
Fixpoint marked (ws : list (bool * R)) : list R :=
  match ws with
  | nil => nil
  | (true, w) :: rest => w :: marked rest
  | (false, _) :: rest => marked rest
  end.

Fixpoint unmarked (ws : list (bool * R)) : R :=
  match ws with
  | nil => 0
  | (true, _) :: rest => unmarked rest
  | (false, w) :: rest => Rabs w + unmarked rest
  end.

Fixpoint added (ws : list R) : R :=
  match ws with
  | nil => 0
  | w :: rest => w + added rest
  end.

Lemma fixed_worst : forall ws tau, added (marked ws) - unmarked ws > tau ->
  (1 / 2) ^ length (marked ws) <= P (signs (length ws)) (above tau (map snd ws)).
Proof.
  induction ws as [|[[] w] ws IH]; intros tau H; cbn [length map snd marked unmarked added] in *.
  - unfold P, above; cbn; destruct (Rlt_dec tau 0); cbn; lra.
  - rewrite P_above_step; cbn [pow].
    assert (A := IH (tau - w) ltac:(lra)).
    assert (B := P_at_least_0 _ (signs (length ws)) (above (tau + w) (map snd ws))
      (signs_filled _)).
    lra.
  - rewrite P_above_step.
    assert (R1 := Rle_abs w); assert (R2 := Rle_abs (- w)); rewrite Rabs_Ropp in R2.
    assert (A := IH (tau - w) ltac:(lra)); assert (B := IH (tau + w) ltac:(lra)); lra.
Qed.

Lemma fixed_symmetric_pair : forall ws tau x, added (marked ws) > tau ->
  (1 / 2) ^ length (marked ws) <= P (signs (length ws)) (above (tau - x) (map snd ws))
    + P (signs (length ws)) (above (tau + x) (map snd ws)).
Proof.
  induction ws as [|[[] w] ws IH]; intros tau x H; cbn [length map snd marked added] in *.
  - unfold P, above; cbn; destruct (Rlt_dec (tau - x) 0), (Rlt_dec (tau + x) 0); cbn; lra.
  - rewrite !P_above_step; cbn [pow].
    assert (A := IH (tau - w) x ltac:(lra)).
    replace (tau - x - w) with (tau - w - x) by ring.
    replace (tau + x - w) with (tau - w + x) by ring.
    assert (B := P_at_least_0 _ (signs (length ws)) (above (tau - x + w) (map snd ws))
      (signs_filled _)).
    assert (C := P_at_least_0 _ (signs (length ws)) (above (tau + x + w) (map snd ws))
      (signs_filled _)).
    lra.
  - rewrite !P_above_step.
    assert (A := IH tau (x + w) ltac:(lra)); assert (B := IH tau (x - w) ltac:(lra)).
    replace (tau - x - w) with (tau - (x + w)) by ring.
    replace (tau - x + w) with (tau - (x - w)) by ring.
    replace (tau + x - w) with (tau + (x - w)) by ring.
    replace (tau + x + w) with (tau + (x + w)) by ring.
    lra.
Qed.

Lemma fixed_symmetric : forall ws tau, added (marked ws) > tau ->
  (1 / 2) ^ S (length (marked ws)) <= P (signs (length ws)) (above tau (map snd ws)).
Proof.
  intros ws tau H; assert (A := fixed_symmetric_pair ws tau 0 H).
  rewrite Rminus_0_r, Rplus_0_r in A; cbn [pow]; lra.
Qed.

Lemma dropped_signs : forall ws tau,
  P (signs (length ws)) (above tau (map snd ws)) <=
  P (signs (length (marked ws))) (above (tau - unmarked ws) (marked ws)).
Proof.
  induction ws as [|[[] w] ws IH]; intros tau; cbn [length map snd marked unmarked].
  - rewrite Rminus_0_r; lra.
  - rewrite !P_above_step.
    assert (A := IH (tau - w)); assert (B := IH (tau + w)).
    replace (tau - unmarked ws - w) with (tau - w - unmarked ws) by ring.
    replace (tau - unmarked ws + w) with (tau + w - unmarked ws) by ring.
    lra.
  - rewrite P_above_step.
    assert (R1 := Rle_abs w); assert (R2 := Rle_abs (- w)); rewrite Rabs_Ropp in R2.
    assert (A := IH (tau - w)); assert (B := IH (tau + w)).
    assert (C := above_falls (tau - w - unmarked ws) (tau - (Rabs w + unmarked ws))
      (marked ws) (length (marked ws)) ltac:(lra)).
    assert (D := above_falls (tau + w - unmarked ws) (tau - (Rabs w + unmarked ws))
      (marked ws) (length (marked ws)) ltac:(lra)).
    lra.
Qed.

Lemma hoeffding_above : Hoeffding -> forall ws s energy,
  0 <= s -> 0 < energy -> squares ws <= energy ->
  P (signs (length ws)) (above s ws) <= exp (- (s ^ 2) / (2 * energy)).
Proof.
  intros hoeffding ws s energy S E Q.
  apply Rle_trans with (P (signs (length ws)) (reaches s ws)); [|apply hoeffding; assumption].
  apply P_le; [apply signs_filled|]; intro y; unfold above, reaches.
  destruct (Rlt_dec _ _), (Rle_dec _ _); try reflexivity; try discriminate; exfalso; lra.
Qed.
"""
